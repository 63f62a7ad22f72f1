import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { PICTURE_DESCRIPTION_MAX } from './policy.ts'
import { writePicture } from './syntax.ts'
import { FILES_MAX, type PictureUpload, problemOf, useUploads } from './use-uploads.ts'

interface Props {
  files: readonly File[]
  /** Called with the syntax of each uploaded picture. */
  onInsert: (pictures: string[]) => void
  onClose: () => void
  onClosed: () => void
}

/** Uploads pictures and asks for their descriptions. */
export default function PictureDialog({ files, onInsert, onClose, onClosed }: Props) {
  const { uploads, describe, retry, remove } = useUploads(files)
  const isBusy = uploads.some(({ state }) => state === 'waiting' || state === 'sending')
  const done = uploads.filter(({ id }) => id !== undefined)
  const count = uploads.length
  useEffect(() => {
    if (count === 0) onClose()
  }, [count, onClose])
  const insert = () => {
    if (isBusy || done.length === 0) return
    onInsert(done.map(({ id = '', description }) => writePicture(id, description)))
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onClosed={onClosed}
      title={count === 1 ? 'Add a picture' : 'Add pictures'}
      description="Describe each picture for people who can’t see it."
    >
      <ul className="grid gap-4">
        {uploads.map((upload) => (
          <UploadItem
            key={upload.key}
            upload={upload}
            onDescribe={(description) => describe(upload.key, description)}
            onRetry={() => retry(upload.key)}
            onRemove={() => remove(upload.key)}
            onEnter={insert}
          />
        ))}
      </ul>
      {files.length > FILES_MAX && (
        <p className="mt-4 text-sm text-muted">Only the first {FILES_MAX} files were added.</p>
      )}
      <div className="mt-6 flex justify-end gap-3">
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={done.length === 0} pending={isBusy} pendingLabel="Uploading..." onClick={insert}>
          Insert
        </Button>
      </div>
    </Dialog>
  )
}

interface ItemProps {
  upload: PictureUpload
  onDescribe: (description: string) => void
  onRetry: () => void
  onRemove: () => void
  onEnter: () => void
}

function UploadItem({ upload, onDescribe, onRetry, onRemove, onEnter }: ItemProps) {
  const { file, description, state, error } = upload
  return (
    <li className="flex flex-wrap items-start gap-3">
      <Thumbnail file={file} />
      <div className="grid min-w-48 flex-1 gap-2">
        <Field
          label={`Description of ${file.name}`}
          value={description}
          maxLength={PICTURE_DESCRIPTION_MAX}
          error={error}
          onChange={(event) => onDescribe(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            // The form below the dialog would send its text.
            event.stopPropagation()
            onEnter()
          }}
        />
        {state === 'failed' ? (
          <div className="flex gap-4">
            {problemOf(file) === undefined && (
              <Button kind="link" onClick={onRetry}>
                Try again
              </Button>
            )}
            <Button kind="link" onClick={onRemove}>
              Remove
            </Button>
          </div>
        ) : (
          <UploadProgress upload={upload} />
        )}
      </div>
    </li>
  )
}

function UploadProgress({ upload: { file, state, share } }: { upload: PictureUpload }) {
  if (state === 'done') return <p className="text-sm text-muted">Uploaded</p>
  return (
    <progress aria-label={`Upload of ${file.name}`} max={1} value={share} className="w-full accent-act" />
  )
}

function Thumbnail({ file }: { file: File }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const url = URL.createObjectURL(file)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return (
    <span className="grid size-20 place-items-center overflow-hidden rounded-md border border-line bg-sunken">
      {address && (
        <img src={address} alt="" onError={() => setAddress(undefined)} className="size-full object-cover" />
      )}
    </span>
  )
}
