import { useSuspenseQuery } from '@tanstack/react-query'
import { ListBoundary } from '../../shared/branding/list-boundary.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ConceptIcon, PostCount } from './concept-list.tsx'
import type { ConceptDetails } from './contract.ts'
import { conceptsQuery } from './queries.ts'

export function ConceptsPage() {
  return (
    <>
      <h1 className="text-2xl">Concepts</h1>
      <p className="mt-1 mb-4 text-muted">Topics of the posts. Select one to see its posts.</p>
      <ListBoundary
        query={conceptsQuery()}
        failure="The concepts could not be loaded"
        toast="Failed to load categories"
      >
        <Concepts />
      </ListBoundary>
    </>
  )
}

function Concepts() {
  const { items } = useSuspenseQuery(conceptsQuery()).data
  return (
    <>
      {items.length === 0 && (
        <EmptyState title="No concepts yet">Topics of the posts will appear here.</EmptyState>
      )}
      <ul className="gap-14 lg:columns-2">
        {items.map((concept) => (
          <Concept key={concept.id} concept={concept} />
        ))}
      </ul>
    </>
  )
}

function Concept({ concept: { id, name, color, description, post_count } }: { concept: ConceptDetails }) {
  return (
    <li data-list-item className="concept">
      <ConceptIcon color={color} />
      <h2 dir="auto" className="text-xl">
        <a href={`/concepts/${id}`} className="card-title">
          {name}
        </a>
      </h2>
      {description && <p className="text-muted">{description}</p>}
      <PostCount value={post_count} />
    </li>
  )
}
