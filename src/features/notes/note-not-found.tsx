import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

export function NoteNotFound() {
  return (
    <EmptyState
      as="h1"
      title="Note not found"
      action={
        <ButtonLink to="/notes" activeOptions={{ exact: true }} icon="icon-arrow-left">
          Back to Notes
        </ButtonLink>
      }
    >
      This note doesn't exist, or its author has deleted it.
    </EmptyState>
  )
}
