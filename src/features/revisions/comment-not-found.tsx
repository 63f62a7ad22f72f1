import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

export function CommentNotFound({ postId }: { postId: string }) {
  return (
    <EmptyState
      as="h1"
      title="Comment not found"
      action={
        <ButtonLink to="/post/$id" params={{ id: postId }} icon="icon-arrow-left">
          To the discussion
        </ButtonLink>
      }
    >
      The comment you're looking for doesn't exist.
    </EmptyState>
  )
}
