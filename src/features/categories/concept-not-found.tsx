import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

export function ConceptNotFound() {
  return (
    <EmptyState
      as="h1"
      title="Category not found"
      action={
        <ButtonLink to="/concepts" icon="icon-arrow-left">
          All concepts
        </ButtonLink>
      }
    >
      There is no concept at this address. It may have been taken down.
    </EmptyState>
  )
}
