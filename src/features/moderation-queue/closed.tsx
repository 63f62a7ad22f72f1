import { ShortTime } from '../../ui/format/time.tsx'
import { displayName } from '../authors/display-name.ts'
import type { CaseDetail } from './case-schemas.ts'

/** By whom, when, and what they noted. */
export function Closed({
  closed: { closed_by, closed_at },
  note,
}: {
  closed: NonNullable<CaseDetail['closed']>
  note: string | null
}) {
  return (
    <p className="text-muted">
      Closed{closed_by && ` by ${displayName(closed_by)}`} <ShortTime iso={closed_at} />
      {note && `: ${note}`}
    </p>
  )
}
