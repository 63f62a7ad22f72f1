import { displayName } from '../authors/display-name.ts'
import type { CaseDetail } from './case-schemas.ts'

/** What there was before, in numbers, and the way to all that is known of the member. */
export function CaseHistory({
  history: { thing, member, cases },
  member: person,
}: Pick<CaseDetail, 'history' | 'member'>) {
  const lines = [
    ['On this', thing],
    ['On its author', member],
    ['Other cases about them', cases],
  ] as const
  return (
    <dl className="grid gap-1 text-sm">
      {lines.map(([label, counts]) => (
        <div key={label} className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{label}:</dt>
          <dd>{inWords(counts)}</dd>
        </div>
      ))}
      {person && (
        <div className="flex flex-wrap gap-x-2">
          <dt className="text-muted">Member:</dt>
          <dd>
            <a
              href={`/moderation/members/${person.username}`}
              className="text-act underline underline-offset-4"
            >
              {displayName(person)}
            </a>
          </dd>
        </div>
      )}
    </dl>
  )
}

function inWords(counts: Record<string, number>): string {
  const words = Object.entries(counts).map(([name, count]) => `${count} × ${name.replaceAll('_', ' ')}`)
  return words.join(', ') || 'nothing'
}
