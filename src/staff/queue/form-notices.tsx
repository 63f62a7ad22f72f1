import { useEffect, useRef } from 'react'
import { displayName } from '../../shared/authors/display-name.ts'
import { Button } from '../../ui/button.tsx'
import type { CaseDetail } from './case-schemas.ts'
import type { CaseClaim } from './use-claim.ts'

interface Props {
  claim: CaseClaim
  closed: CaseDetail['closed']
  onNext: () => void
}

/** Tells the viewer that another moderator is reviewing the case, or decided it while the viewer was typing. */
export function FormNotices({ claim: { notice }, closed, onNext }: Props) {
  if (closed) return <ClosedNotice closed={closed} onNext={onNext} />
  return (
    <p role="status" className="font-medium text-act empty:hidden">
      {notice && `${notice} You can still decide it.`}
    </p>
  )
}

function ClosedNotice({ closed, onNext }: { closed: NonNullable<CaseDetail['closed']>; onNext: () => void }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  const name = closed.closed_by ? displayName(closed.closed_by) : 'Someone'
  return (
    <div ref={notice} tabIndex={-1} className="grid justify-items-start gap-3 rounded-lg bg-raised p-4">
      <p className="font-medium">
        {name} decided this case before you. Your decision wasn’t saved. You can still copy your text.
      </p>
      <Button kind="quiet" onClick={onNext}>
        Next case
      </Button>
    </div>
  )
}
