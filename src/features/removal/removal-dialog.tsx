import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { Thing } from './act.ts'
import { RemoveForm } from './remove-form.tsx'

interface Props extends Thing {
  open: boolean
  onClose: () => void
}

/** Asks why, and removes a thing. For staff alone, and loaded for them. */
export function RemovalDialog({ kind, id, open, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Remove this ${kind}?`}
      description="Its words are kept for 90 days, so that it can be restored. Votes and answers stay."
    >
      <RemoveForm thing={{ kind, id }} onClose={onClose} />
    </Dialog>
  )
}
