import { type ReactNode, Suspense, useState } from 'react'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { RemovalTarget } from './policy.ts'

const RemovalForm = lazyWithRetry(() => import('./removal-form.tsx'))

interface ActProps extends RemovalTarget {
  className: string
  children: ReactNode
}

/** A button that opens the removal dialog, for moderators and admins. */
export function RemovalButton({ kind, id, className, children }: ActProps) {
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

interface Props extends RemovalTarget {
  open: boolean
  onClose: () => void
}

/** A dialog that asks for the grounds of a removal. Readers don't load its form. */
export function RemovalDialog({ kind, id, open, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Remove this ${kind}?`}
      description="You can restore it within 90 days. Votes and replies are kept."
    >
      <Suspense fallback={<Skeleton className="h-96" />}>
        <RemovalForm thing={{ kind, id }} onClose={onClose} />
      </Suspense>
    </Dialog>
  )
}
