import { type ReactNode, useState } from 'react'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { Thing } from './act.ts'
import { RemoveForm } from './remove-form.tsx'

interface Props extends Thing {
  className: string
  children: ReactNode
}

/** Opens the dialog that removes a thing. For staff alone, and loaded for them. */
export default function RemovalAct({ kind, id, className, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={className}>
        {children}
      </button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`Remove this ${kind}?`}
        description="Its words are kept for 90 days, so that it can be restored. Votes and answers stay."
      >
        <RemoveForm thing={{ kind, id }} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
