import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { errorCode } from '../../core/api-error.ts'
import type { Viewer } from '../../core/viewer.ts'
import { PersonMenu } from '../../people/mutes/person-menu.tsx'
import type { Author } from '../../shared/authors/contract.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { readDraft } from '../../shared/drafts/storage.ts'
import { unsentDrafts } from '../../shared/drafts/unsent.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { useFailureToast } from '../../ui/feedback/use-failure-toast.ts'
import { Icon } from '../../ui/icon.tsx'
import { ICON_BUTTON } from '../../ui/icon-button.tsx'
import { Composer } from './composer.tsx'
import type { Conversation } from './contract.ts'
import { isQueuedMessage, threadHref } from './outbox.ts'
import { conversationQuery, conversationsQuery } from './queries.ts'
import { ThreadLog } from './thread-log.tsx'
import {
  BubbleSkeletons,
  THREAD_HEIGHT_CLASS,
  ThreadSkeleton,
  useKeyboardHeightStyle,
} from './thread-skeleton.tsx'
import { useThread } from './use-thread.ts'

export function OpenThread({ viewer, username }: { viewer: Viewer; username: string }) {
  const { data, error, isLoadingError, refetch } = useQuery({
    ...conversationQuery(username),
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

function useListed(username: string): () => Conversation | undefined {
  const queryClient = useQueryClient()
  return () =>
    queryClient
      .getQueryData(conversationsQuery().queryKey)
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

function UnsentMessages({ memberId, username }: { memberId: string; username: string }) {
  const [kept] = useState(() => keptFor(memberId, username))
  if (kept.length === 0) return null
  return (
    <section aria-label="Saved messages" className="mt-5 grid gap-2">
      <p className="text-sm text-muted">Saved on this device, not sent yet:</p>
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
    .filter(({ href }) => href === threadHref(username))
    .toReversed()
    .flatMap(({ form }) => {
      const draft = readDraft({ memberId, form }, isQueuedMessage)
      return draft ? [{ form, content: draft.values.content }] : []
    })
}

function Thread({ viewer, conversation }: { viewer: Viewer; conversation: Conversation }) {
  const { thread, ...shown } = useThread(viewer, conversation)
  const scroller = useRef<HTMLDivElement>(null)
  useFailureToast(thread.isLoadingError, 'Failed to load messages')
  const send = (content: string) => {
    shown.outbox.add(content)
    scroller.current?.scrollTo({ top: 0 })
  }
  return (
    <section
      aria-label={`Conversation with ${displayName(conversation.with)}`}
      style={useKeyboardHeightStyle()}
      className={`flex min-h-0 min-w-0 flex-col ${THREAD_HEIGHT_CLASS}`}
    >
      <ThreadHead other={conversation.with} />
      {thread.isLoading ? (
        <BubbleSkeletons />
      ) : thread.isLoadingError ? (
        <div className="flex-1 p-4">
          <ErrorState title="These messages could not be loaded" onRetry={() => void thread.refetch()} />
        </div>
      ) : (
        <ThreadLog
          viewer={viewer}
          other={conversation.with}
          hasOlder={thread.data?.next != null}
          scroller={scroller}
          {...shown}
        />
      )}
      <Composer viewer={viewer} other={conversation.with} onSend={send} />
    </section>
  )
}

function ThreadHead({ other }: { other: Author }) {
  const name = displayName(other)
  const heading = useRef<HTMLHeadingElement>(null)
  // On phones, the list with the clicked link is hidden, so the heading gets the focus. With a hardware
  // keyboard, the message field gets it instead.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <header className="flex min-h-16 items-center gap-3 border-b border-line md:px-4">
      <Link to="/messages" aria-label="Back to conversations" className={`${ICON_BUTTON} -ml-3 md:hidden`}>
        <Icon icon="icon-arrow-left" className="size-5" />
      </Link>
      <a href={`/profile/${other.username}`} className="group flex min-w-0 flex-1 items-center gap-3">
        <Avatar name={name} seed={other.username} src={other.avatar_url} size="md" />
        <span className="min-w-0">
          <h2
            dir="auto"
            ref={heading}
            tabIndex={-1}
            className="truncate text-left font-sans text-base leading-tight tracking-normal group-hover:underline"
          >
            {name}
          </h2>
          <span dir="auto" className="block truncate text-sm text-muted">
            @{other.username}
          </span>
        </span>
      </a>
      <PersonMenu
        person={other}
        className="ml-auto flex-none"
        entries={[
          { label: 'View profile', icon: 'icon-user', to: `/profile/${other.username}` },
          { label: 'Close conversation', icon: 'icon-x', to: '/messages' },
        ]}
      />
    </header>
  )
}
