import { useQuery, useQueryClient } from '@tanstack/react-query'
import { errorCode } from '../../api/core/api-error.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { useFailureToast } from '../../ui/feedback/use-failure-toast.ts'
import type { Conversation } from './contract.ts'
import { conversationList, conversationWith } from './queries.ts'
import { Thread } from './thread.tsx'
import { ThreadSkeleton } from './thread-skeleton.tsx'
import { UnsentMessages } from './unsent-messages.tsx'

/** The thread with `username`, if there is such a member. */
export function OpenThread({ viewer, username }: { viewer: Viewer; username: string }) {
  const { data, error, isLoadingError, refetch } = useQuery({
    ...conversationWith(username),
    initialData: useListed(username),
    initialDataUpdatedAt: 0,
  })
  const isUnknown = errorCode(error) === 'NOT_FOUND'
  useFailureToast(isLoadingError && !isUnknown, 'Failed to load messages')
  if (data) return <Thread viewer={viewer} conversation={data} />
  if (!error) return <ThreadSkeleton />
  if (isUnknown) return <NoSuchMember />
  return (
    <div className="p-4">
      <ErrorState title="These messages could not be loaded" onRetry={() => void refetch()} />
      <UnsentMessages memberId={viewer.id} username={username} />
    </div>
  )
}

/** From the list beside it: what was chosen there is open at once. */
function useListed(username: string): () => Conversation | undefined {
  const queryClient = useQueryClient()
  return () =>
    queryClient
      .getQueryData(conversationList().queryKey)
      ?.pages.flatMap(({ items }) => items)
      .find((conversation) => conversation.with.username.toLowerCase() === username.toLowerCase())
}

function NoSuchMember() {
  return (
    <div className="grid place-items-center">
      <EmptyState
        title="Profile not found"
        action={
          <ButtonLink to="/messages" kind="quiet">
            Back to conversations
          </ButtonLink>
        }
      >
        The user profile could not be found
      </EmptyState>
    </div>
  )
}
