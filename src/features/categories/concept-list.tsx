import { badgeTint } from '../../ui/badge.tsx'
import type { CategoryLabel } from './queries.ts'

/** All concepts as labels that lead to their posts. */
export function ConceptList({
  categories,
  hrefOf,
}: {
  categories: CategoryLabel[]
  hrefOf: (id: string) => string
}) {
  return (
    <section aria-labelledby="concepts">
      <h2 id="concepts" className="aside-title">
        Concepts
      </h2>
      <ul className="flex flex-wrap gap-2">
        {categories.map(({ id, name, color }) => (
          <li key={id}>
            <a href={hrefOf(id)} data-concept={id} className="badge" style={badgeTint(color)}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
