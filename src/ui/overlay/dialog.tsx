import { type ComponentProps, Suspense, useState } from 'react'
import { PopupLoadFailure } from '../feedback/load-failure.tsx'
import { lazyPart } from '../lazy-part.tsx'

const DialogPopup = lazyPart(() => import('./dialog-popup.tsx'), {
  early: true,
  failure: (attempt, { open, onClose }) => <PopupLoadFailure open={open} onClose={onClose} {...attempt} />,
})
const ConfirmPopup = lazyPart(() => import('./confirm-popup.tsx'), {
  early: true,
  failure: (attempt, { open, onClose }) => <PopupLoadFailure open={open} onClose={onClose} {...attempt} />,
})

/**
 * A window above the page, closed by Escape, its cross or a click beside it. Its code is loaded once the page is at rest.
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
