import { type ChangeEvent, useRef } from 'react'
import type { Viewer } from '../../api/core/viewer.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Icon } from '../../ui/icon.tsx'
import { displayName } from '../authors/display-name.ts'
import { useAvatar } from './use-avatar.ts'

/** One's own picture, to be replaced or removed. It is saved at once, whatever becomes of the form. */
export function AvatarField({ viewer }: { viewer: Viewer }) {
  const input = useRef<HTMLInputElement>(null)
  const { isSaving, upload, remove } = useAvatar()
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // Or choosing the same file again would be no change.
    target.value = ''
    if (file) void upload(file)
  }
  return (
    <div className="grid justify-items-center gap-2 text-center">
      <button
        type="button"
        aria-label="Upload a new profile picture"
        aria-busy={isSaving || undefined}
        disabled={isSaving}
        onClick={() => input.current?.click()}
        className="group relative grid rounded-full"
      >
        <Avatar name={displayName(viewer)} seed={viewer.username} src={viewer.avatar_url} size="lg" />
        <span className="absolute right-0 bottom-0 grid size-8 place-items-center rounded-full border border-line-strong bg-raised text-muted group-hover:text-text">
          {isSaving ? <Spinner className="size-4" /> : <Icon icon="icon-camera" className="size-4" />}
        </span>
      </button>
      <input ref={input} type="file" accept={ACCEPTED} hidden onChange={choose} />
      <p className="text-sm text-muted">Click on your avatar to upload a new profile picture</p>
      {viewer.avatar_url && (
        <Button kind="link" disabled={isSaving} onClick={() => void remove()} className="text-sm">
          Remove picture
        </Button>
      )}
    </div>
  )
}

/** What a phone offers; asked for exactly these, it makes a JPEG of its own format. */
const ACCEPTED = 'image/jpeg,image/png,image/webp,image/gif,image/avif'
