import { type ComponentProps, lazy, Suspense, useState } from 'react'

const DialogPopup = lazy(() => import('./dialog-popup.tsx'))
const ConfirmPopup = lazy(() => import('./confirm-popup.tsx'))

/**
 * A window above the page, closed by Escape, its cross or a click beside it. Its code arrives when it opens.
 * `<Dialog open={open} onClose={…} title="Edit Profile">…</Dialog>`
 */
export function Dialog(props: ComponentProps<typeof DialogPopup>) {
  return (
    useOnceTrue(props.open) && (
      <Suspense>
        <DialogPopup {...props} />
      </Suspense>
    )
  )
}

/** Asks before something that is hard to undo; closes by itself once `onConfirm` has ended. */
export function ConfirmDialog(props: ComponentProps<typeof ConfirmPopup>) {
  return (
    useOnceTrue(props.open) && (
      <Suspense>
        <ConfirmPopup {...props} />
      </Suspense>
    )
  )
}

/** Stays mounted after it was open, so that closing can be seen. */
function useOnceTrue(value: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(value)
  if (value && !wasTrue) setWasTrue(true)
  return value || wasTrue
}
