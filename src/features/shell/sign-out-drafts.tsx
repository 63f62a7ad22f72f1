import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { deleteDrafts } from '../drafts/names.ts'

interface Props {
  open: boolean
  memberId: string
  /** How many drafts this device has. */
  count: number
  onClose: () => void
  /** Whether it did. */
  onSignOut: () => Promise<boolean>
}

/** Asked before somebody signs out whose drafts would stay on the device: others may use it. */
export function SignOutDrafts({ open, memberId, count, onClose, onSignOut }: Props) {
  const signOut = async (deletes: boolean) => {
    onClose()
    if ((await onSignOut()) && deletes) deleteDrafts(memberId)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keep your drafts on this device?"
      description={`Drafts on this device: ${count}. If you keep them, they'll be here when you sign in again. Delete them if other people use this device.`}
    >
      <div className="flex flex-wrap justify-end gap-3">
        <Button kind="danger" onClick={() => void signOut(true)}>
          Delete and sign out
        </Button>
        <Button onClick={() => void signOut(false)}>Keep and sign out</Button>
      </div>
    </Dialog>
  )
}
