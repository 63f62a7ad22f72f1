import { type ReactNode, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { ICON_BUTTON } from '../icon-button.tsx'
import { useModal } from './modal.ts'

/** Classes of all elements that float above the page. */
export const FLOATING =
  'rounded-lg border border-line bg-raised shadow-raised transition-[opacity,scale] duration-150 ease-out starting:scale-97 starting:opacity-0'

const BACKDROP = 'fixed inset-0 z-40 bg-sunken/75 transition-opacity duration-150 starting:opacity-0'

/** Classes of a dialog. In a narrow window it ends above the toasts. */
const POPUP = `${FLOATING} fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] max-xl:top-[calc(50%-2.5rem)] max-xl:max-h-[calc(100dvh-7rem)] w-[calc(100vw-2rem)] -translate-1/2 overflow-y-auto p-6`

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** A sentence shown below the title. */
  description?: ReactNode
  /** Whether the dialog is as wide as a column of text. */
  isWide?: boolean
  children: ReactNode
  /** Called after the dialog has closed and the focus has returned to the page. */
  onClosed?: () => void
}

/** A modal dialog. Escape, its close button and a click outside close it. */
export function Dialog({ open, ...props }: DialogProps) {
  return open && createPortal(<OpenDialog {...props} />, document.body)
}

function OpenDialog({ onClose, title, description, isWide, children, onClosed }: Omit<DialogProps, 'open'>) {
  const popup = useRef<HTMLDivElement>(null)
  const id = useId()
  useModal(popup, { onClose, onClosed })
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a pointer shortcut; the keyboard has Escape and Close */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape and Close */}
      <div className={BACKDROP} onClick={({ detail }) => isDoubleClick(detail) || onClose()} />
      <div
        ref={popup}
        role="dialog"
        aria-modal="true"
        aria-labelledby={`${id}-title`}
        aria-describedby={description ? `${id}-description` : undefined}
        tabIndex={-1}
        className={`${POPUP} ${isWide ? 'max-w-3xl' : 'max-w-lg'}`}
      >
        <div className="flex items-start justify-between gap-4">
          <h2 id={`${id}-title`} className="pt-1.5 text-xl">
            {title}
          </h2>
          <button type="button" aria-label="Close" onClick={onClose} className={`${ICON_BUTTON} -mt-1 -mr-2`}>
            <Icon icon="icon-x" />
          </button>
        </div>
        {description && (
          <p id={`${id}-description`} className="text-muted">
            {description}
          </p>
        )}
        <div className="mt-4">{children}</div>
      </div>
    </div>
  )
}

/** The first click of a double click may have opened the dialog, so the second one must not close it. */
const isDoubleClick = (detail: number) => detail > 1

interface ConfirmProps {
  open: boolean
  onClose: () => void
  /** The question to confirm, such as "Delete this post?". */
  title: string
  /** Describes the consequences of confirming. */
  description: ReactNode
  /** Label of the button that confirms: a verb, such as "Delete". */
  confirmLabel: string
  danger?: boolean
  /** The action, which the dialog waits for. It must show its own failure as a toast. */
  onConfirm: () => unknown
  /** Called after the dialog has closed and the focus has returned to the page. */
  onClosed?: () => void
}

/** Asks the user to confirm an action that is hard to undo. Closes when `onConfirm` has settled. */
export function ConfirmDialog({ open, ...props }: ConfirmProps) {
  return open && createPortal(<OpenConfirmDialog {...props} />, document.body)
}

function OpenConfirmDialog(props: Omit<ConfirmProps, 'open'>) {
  const { onClose, title, description, confirmLabel, danger, onConfirm, onClosed } = props
  const popup = useRef<HTMLDivElement>(null)
  const id = useId()
  const [isPending, setPending] = useState(false)
  const release = useModal(popup, { onClose: () => isPending || onClose(), onClosed })
  const confirm = async () => {
    setPending(true)
    release()
    try {
      await onConfirm()
    } finally {
      setPending(false)
      onClose()
    }
  }
  return (
    <div>
      <div className={BACKDROP} />
      <div
        ref={popup}
        role="alertdialog"
        aria-modal="true"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-description`}
        tabIndex={-1}
        className={`${POPUP} max-w-md`}
      >
        <h2 id={`${id}-title`} className="text-xl">
          {title}
        </h2>
        <p id={`${id}-description`} className="mt-1 text-muted">
          {description}
        </p>
        <div className="mt-6 flex justify-end gap-3">
          <Button kind="quiet" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button kind={danger ? 'danger' : 'primary'} pending={isPending} onClick={confirm}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </div>
  )
}
