import type { CaseDetail } from './case-schemas.ts'

/** What there was before, in numbers. */
export function CaseHistory({ history: { thing, member, cases } }: Pick<CaseDetail, 'history'>) {
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
    </dl>
  )
}

function inWords(counts: Record<string, number>): string {
  const words = Object.entries(counts).map(([name, count]) => `${count} × ${name.replaceAll('_', ' ')}`)
  return words.join(', ') || 'nothing'
}
