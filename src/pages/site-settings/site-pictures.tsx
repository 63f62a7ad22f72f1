import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import { iconSource } from '../../platform/site-icons.ts'
import { PICTURE_TYPES } from '../../shared/pictures/policy.ts'
import { Button } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/feedback/toast.ts'
import type { StoredSiteSettings } from './contract.ts'
import { SITE_PICTURE_LIMIT, SITE_PICTURE_TOO_LARGE } from './site-picture-policy.ts'
import { useShowSettings } from './use-show-settings.ts'

/** The forum's logo and icon. They are saved immediately, independently of the form. */
export function SitePictures({ settings: { logo, icon } }: { settings: StoredSiteSettings }) {
  return (
    <section aria-labelledby="pictures" className="mb-8 grid gap-6">
      <h2 id="pictures" className="border-b border-line pb-3 text-xl">
        Logo and icon
      </h2>
      <PictureField
        label="Logo"
        hint="Beside the name on each page. Choose one that is readable on a dark and on a light background."
        upload={(file) => client.site.setLogo(file)}
        remove={() => client.site.removeLogo()}
        picture={
          logo && <img src={logo} alt="The logo" className="h-14 max-w-56 object-contain object-left" />
        }
      />
      <PictureField
        label="Icon"
        hint="In browser tabs, on home screens and in notifications. Square, with 512 pixels or more on each side."
        upload={(file) => client.site.setIcon(file)}
        remove={() => client.site.removeIcon()}
        picture={icon && <img src={iconSource(icon, 192)} alt="The icon" className="size-14" />}
      />
    </section>
  )
}

interface PictureFieldProps {
  label: 'Logo' | 'Icon'
  hint: string
  picture: ReactNode
  upload: (file: File) => Promise<StoredSiteSettings>
  remove: () => Promise<StoredSiteSettings>
}

function PictureField({ label, hint, picture, upload, remove }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isSaving, setSaving] = useState(false)
  const show = useShowSettings()
  const save = async (act: () => Promise<StoredSiteSettings>, done: string) => {
    setSaving(true)
    try {
      await show(await act())
      toast({ kind: 'success', title: `${label} ${done}` })
    } catch (error) {
      showFailureToast(`${label} not ${done}`, error, 'Check your connection and try again.')
    } finally {
      setSaving(false)
    }
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // Clears the field, because choosing the same file again would otherwise fire no event.
    target.value = ''
    if (!file) return
    if (file.size >= SITE_PICTURE_LIMIT) toastError(`${label} not uploaded`, SITE_PICTURE_TOO_LARGE)
    else void save(() => upload(file), 'uploaded')
  }
  const name = label.toLowerCase()
  return (
    <div className="grid justify-items-start gap-2">
      <h3 className="font-medium">{label}</h3>
      <p className="text-sm text-faint">{hint}</p>
      {picture}
      <div className="flex flex-wrap gap-2">
        <Button
          kind="quiet"
          icon="icon-image-plus"
          disabled={isSaving}
          onClick={() => input.current?.click()}
        >
          {picture ? `Replace ${name}` : `Upload ${name}`}
        </Button>
        {picture && (
          <Button kind="quiet" disabled={isSaving} onClick={() => void save(remove, 'removed')}>
            Remove {name}
          </Button>
        )}
      </div>
      <input ref={input} type="file" aria-label={label} accept={PICTURE_TYPES} hidden onChange={choose} />
    </div>
  )
}
