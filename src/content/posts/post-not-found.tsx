import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

export function PostNotFound() {
  return (
    <EmptyState
      as="h1"
      title="Post not found"
      action={
        <ButtonLink to="/forum" icon="icon-arrow-left">
          Back to Forum
        </ButtonLink>
      }
    >
      The post you're looking for doesn't exist.
    </EmptyState>
  )
}
