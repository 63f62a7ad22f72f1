import { useRouteContext } from '@tanstack/react-router'
import { type ChangeEvent, type ClipboardEvent, type DragEvent, Suspense, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'
import { PICTURE_TYPES } from './policy.ts'

const PictureDialog = lazyWithRetry(() => import('./picture-dialog.tsx'))

interface Options {
  /** Inserts pictures at the caret, one on each line. */
  insert: (pictures: string[]) => void
  isDisabled?: boolean
}

/**
 * Lets a member add pictures to a text field: with a button, by pasting and by dropping files.
 * Returns handlers for the element around the field, the button, and the dialog, which must be outside of forms
 * that handle keys.
 */
export function usePictures({ insert, isDisabled = false }: Options) {
  const isOff = useRouteContext({ from: '__root__', select: ({ site }) => site.pictures === 'off' })
  const [files, setFiles] = useState<File[]>([])
  // Pictures are inserted after the dialog has closed, because the focus returns to the page then.
  const chosen = useRef<string[]>([])
  if (isOff) return {}
  const take = (
    event: { preventDefault: () => void; stopPropagation: () => void },
    data: DataTransfer | null,
  ) => {
    const pictures = isDisabled ? [] : picturesOf(data)
    if (pictures.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    setFiles(pictures)
  }
  return {
    frame: {
      onPasteCapture: (event: ClipboardEvent) => take(event, event.clipboardData),
      onDropCapture: (event: DragEvent) => take(event, event.dataTransfer),
      // Without this, browsers open a dropped file instead of firing the event.
      onDragOver: (event: DragEvent) => event.dataTransfer.types.includes('Files') && event.preventDefault(),
    },
    button: <PictureButton isDisabled={isDisabled} onChoose={setFiles} />,
    dialog: files.length > 0 && (
      <Suspense>
        <PictureDialog
          files={files}
          onInsert={(pictures) => {
            chosen.current = pictures
          }}
          onClose={() => setFiles([])}
          onClosed={() => {
            const pictures = chosen.current
            chosen.current = []
            // Deferred, because React undoes changes of a field that are made while it updates the page.
            if (pictures.length > 0) setTimeout(() => insert(pictures))
          }}
        />
      </Suspense>
    ),
  }
}

/** Returns the image files of a paste or drop. Copied web pages contain text and images; only the text is used. */
function picturesOf(data: DataTransfer | null): File[] {
  if (data?.getData('text/plain')) return []
  const files = [...(data?.files ?? [])]
  return files.some(({ type }) => type.startsWith('image/')) ? files : []
}

interface ButtonProps {
  isDisabled: boolean
  onChoose: (files: File[]) => void
}

function PictureButton({ isDisabled, onChoose }: ButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    // Clears the field, because choosing the same file again would otherwise fire no event.
    target.value = ''
    if (files.length > 0) onChoose(files)
  }
  return (
    <>
      <Button
        kind="link"
        icon="icon-image-plus"
        disabled={isDisabled}
        onClick={() => input.current?.click()}
        className="text-sm"
      >
        Add pictures
      </Button>
      <input ref={input} type="file" accept={PICTURE_TYPES} multiple hidden onChange={choose} />
    </>
  )
}
