import { badgeTint } from '../../ui/badge.tsx'
import type { CategoryLabel } from './queries.ts'

/** All concepts as labels that lead to their pages. */
export function ConceptList({ categories }: { categories: CategoryLabel[] }) {
  return (
    <section aria-labelledby="concepts">
      <h2 id="concepts" className="aside-title">
        Concepts
      </h2>
      <ul className="flex flex-wrap gap-2">
        {categories.map(({ id, name, color }) => (
          <li key={id}>
            <a href={`/concepts/${id}`} data-concept={id} className="badge" style={badgeTint(color)}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
