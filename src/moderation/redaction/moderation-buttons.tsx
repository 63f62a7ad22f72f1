import { Suspense, useState } from 'react'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'
import type { RemovalTarget } from '../removal/policy.ts'
import { RemovalButton } from '../removal/removal-dialog.tsx'

const RedactionDialog = lazyWithRetry(() => import('./redaction-dialog.tsx'))

/** Buttons of a comment or note for moderators. Other members don't load this file. */
export default function ModerationButtons({ className, ...thing }: RemovalTarget & { className: string }) {
  const [isRedacting, setRedacting] = useState<boolean>()
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setRedacting(true)} className={className}>
        Redact a passage…
      </button>
      {isRedacting !== undefined && (
        <Suspense>
          <RedactionDialog thing={thing} open={isRedacting} onClose={() => setRedacting(false)} />
        </Suspense>
      )}
      <RemovalButton {...thing} className={className}>
        Remove…
      </RemovalButton>
    </>
  )
}
