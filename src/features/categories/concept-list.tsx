import { badgeTint } from '../../ui/badge.tsx'
import type { CategoryLabel } from './queries.ts'

/** All concepts as labels that lead to their pages. */
export function ConceptList({ categories }: { categories: CategoryLabel[] }) {
  return (
    <section aria-labelledby="concepts">
      <h2 id="concepts" className="aside-title">
        Concepts
      </h2>
      <ul className="flex flex-wrap gap-x-2 pointer-coarse:gap-x-3">
        {categories.map(({ id, name, color }) => (
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
