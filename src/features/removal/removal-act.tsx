import { type ReactNode, useState } from 'react'
import type { Thing } from './act.ts'
import { RemovalDialog } from './removal-dialog.tsx'

interface Props extends Thing {
  className: string
  children: ReactNode
}

/** A button that opens the dialog which removes a thing. For staff alone, and loaded for them. */
export function RemovalAct({ kind, id, className, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={className}>
        {children}
      </button>
      <RemovalDialog kind={kind} id={id} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
