import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { ICON_BUTTON } from '../icon-button.tsx'
import { BACKDROP, POPUP } from './popup-look.ts'

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** One sentence under the title. */
  description?: ReactNode
  children: ReactNode
}

export default function DialogPopup({ open, onClose, title, description, children }: DialogProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP} />
        <Dialog.Popup className={`${POPUP} max-w-lg`}>
          <div className="flex items-start justify-between gap-4">
            <Dialog.Title className="pt-1.5 text-xl">{title}</Dialog.Title>
            <Dialog.Close aria-label="Close" className={`${ICON_BUTTON} -mt-1 -mr-2`}>
              <Icon icon="icon-x" />
            </Dialog.Close>
          </div>
          {description && <Dialog.Description className="text-muted">{description}</Dialog.Description>}
          <div className="mt-4">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
