import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorCode } from '../../api/core/api-error.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { useFailureToast } from '../../ui/feedback/use-failure-toast.ts'
import { readDraft } from '../drafts/storage.ts'
import { unsentDrafts } from '../drafts/unsent.ts'
import type { Conversation } from './contract.ts'
import { isWritten, threadAddress } from './outbox.ts'
import { conversationList, conversationWith } from './queries.ts'
import { Thread } from './thread.tsx'
import { ThreadSkeleton } from './thread-skeleton.tsx'

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

/** A conversation chosen in the list opens without a request. */
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

/** Unsent messages of a thread that cannot be loaded. */
function UnsentMessages({ memberId, username }: { memberId: string; username: string }) {
  const [kept] = useState(() => keptFor(memberId, username))
  if (kept.length === 0) return null
  return (
    <section aria-label="Kept messages" className="mt-5 grid gap-2">
      <p className="text-sm text-muted">Kept on this device, and not sent yet:</p>
      {kept.map(({ form, content }) => (
        <p key={form} dir="auto" className="rounded-lg bg-act-ground px-3.5 py-2 whitespace-pre-wrap">
          {content}
        </p>
      ))}
    </section>
  )
}

function keptFor(memberId: string, username: string) {
  return unsentDrafts(memberId)
    .filter(({ href }) => href === threadAddress(username))
    .toReversed()
    .flatMap(({ form }) => {
      const draft = readDraft({ memberId, form }, isWritten)
      return draft ? [{ form, content: draft.values.content }] : []
    })
}
