import { badgeTint } from '../../ui/badge.tsx'
import { formatNumber } from '../../ui/format/format-number.ts'
import type { ConceptLabel } from './queries.ts'

export function ConceptIcon({ color }: { color: string }) {
  return <span aria-hidden="true" className="concept-sun" style={badgeTint(color)} />
}

export function PostCount({ value }: { value: number }) {
  return (
    <span className="text-sm text-faint tabular-nums">{`${formatNumber(value)} ${value === 1 ? 'post' : 'posts'}`}</span>
  )
}

export function ConceptList({ concepts }: { concepts: ConceptLabel[] }) {
  return (
    <section aria-labelledby="concepts">
      <h2 id="concepts" className="aside-title">
        Concepts
      </h2>
      <ul className="flex flex-wrap gap-x-2 pointer-coarse:gap-x-3">
        {concepts.map(({ id, name, color }) => (
          <li key={id}>
            <a
              href={`/concepts/${id}`}
              style={badgeTint(color)}
              className="flex min-h-8 items-center pointer-coarse:min-h-11"
            >
              <span dir="auto" className="badge">
                {name}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
