import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { BACKDROP, POPUP } from './popup-look.ts'

export interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  /** The question: "Delete this post?" */
  title: string
  /** What follows from it. */
  description: ReactNode
  /** The verb of the act: "Delete". */
  confirmLabel: string
  danger?: boolean
  /** Awaited; says by itself (toast) when it fails. */
  onConfirm: () => unknown
  /** It is off the screen, and has given the focus back. */
  onClosed?: () => void
}

export default function ConfirmPopup(props: ConfirmDialogProps) {
  const { open, onClose, title, description, confirmLabel, danger, onConfirm, onClosed } = props
  const [isPending, setPending] = useState(false)
  const confirm = async () => {
    setPending(true)
    try {
      await onConfirm()
    } finally {
      setPending(false)
      onClose()
    }
  }
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(isOpen) => isOpen || isPending || onClose()}
      onOpenChangeComplete={(isOpen) => isOpen || onClosed?.()}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={BACKDROP} />
        <AlertDialog.Popup className={`${POPUP} max-w-md`}>
          <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1 text-muted">{description}</AlertDialog.Description>
          <div className="mt-6 flex justify-end gap-3">
            <Button kind="quiet" disabled={isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button kind={danger ? 'danger' : 'primary'} pending={isPending} onClick={confirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
