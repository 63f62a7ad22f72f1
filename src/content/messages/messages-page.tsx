import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { errorCode } from '../../core/api-error.ts'
import type { Viewer } from '../../core/viewer.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { NeedsScript } from '../../ui/feedback/needs-script.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { ConversationPane } from './conversation-pane.tsx'
import { FormerThread } from './former-thread.tsx'
import { conversationQuery } from './queries.ts'
import { OpenThread } from './thread.tsx'
import { ThreadSkeleton } from './thread-skeleton.tsx'

/** Messages are private, so the server's HTML never contains them. */
export function MessagesPage(shown: MessagesSearch) {
  const { viewer } = useSession()
  // The key remounts the page for another member, because loaded and typed messages are private.
  if (viewer) return <Messenger key={viewer.id} viewer={viewer} {...shown} />
  return (
    <>
      <h1 className="text-2xl">Messages</h1>
      <NeedsScript>Messages need JavaScript because only you and the other member can see them.</NeedsScript>
      <SignInFirst />
      <div className="hidden max-w-80 maybe-member:block">
        <RowListSkeleton count={4} label="Loading your messages" />
      </div>
    </>
  )
}

function SignInFirst() {
  const here = useLocation({ select: ({ href }) => href })
  return (
    <div className="maybe-member:hidden">
      <EmptyState
        icon="icon-mail"
        title="Sign in to access your messages"
        action={
          <ButtonLink to="/auth" search={{ redirect: here }}>
            Sign In
          </ButtonLink>
        }
      >
        Messages are private. Only the two members can read them.
      </EmptyState>
    </div>
  )
}

function Messenger({ viewer, with: username, start, former }: MessagesSearch & { viewer: Viewer }) {
  const isStarting = useStart(start, username)
  const isOpen = isStarting || username !== undefined || former !== undefined
  const heading = useFocusOnReturn(isOpen)
  return (
    <div className="md:-mt-9 md:-mb-28 md:-mr-8 md:-ml-[2.0625rem] md:grid md:h-[calc(100dvh-3.8125rem)] md:min-h-112 [@media(height<=30rem)]:min-h-0 md:grid-cols-[minmax(17rem,1fr)_minmax(0,2.25fr)] md:overflow-hidden md:border-x md:border-line">
      <ConversationPane
        viewer={viewer}
        selected={username}
        former={former}
        isBehind={isOpen}
        heading={heading}
      />
      {isStarting ? (
        <ThreadSkeleton />
      ) : username ? (
        <OpenThread key={username.toLowerCase()} viewer={viewer} username={username} />
      ) : former ? (
        <FormerThread key={former} id={former} />
      ) : (
        <div className="grid place-items-center max-md:hidden">
          <EmptyState icon="icon-messages-square" title="No conversation selected">
            Select one from the list, or search for a member.
          </EmptyState>
        </div>
      )}
    </div>
  )
}

/** Focuses the list's heading when a conversation closes, because on phones the pressed link disappears. */
function useFocusOnReturn(isOpen: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) heading.current?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen])
  return heading
}

export interface MessagesSearch {
  with?: string
  start?: string
  former?: string
}

/** Opens the conversation requested by ?start= or the router state. Returns true until it has been found. */
function useStart(start: string | undefined, open: string | undefined): boolean {
  const user = useLocation({ select: ({ state }) => state.user })
  const wanted = start ?? (open ? undefined : user?.username)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    if (!wanted) return
    let isCurrent = true
    const go = async (username?: string) => {
      if (isCurrent)
        await navigate({ to: '/messages', search: username ? { with: username } : {}, replace: true })
    }
    queryClient.fetchQuery(conversationQuery(wanted)).then(
      (conversation) => go(conversation.with.username),
      (error) => {
        const failure =
          errorCode(error) === 'NOT_FOUND'
            ? { title: 'Profile not found', description: 'The user profile could not be found' }
            : { title: 'Error', description: 'Failed to start conversation' }
        if (isCurrent) toast({ kind: 'error', ...failure })
        return go()
      },
    )
    return () => {
      isCurrent = false
    }
  }, [wanted, queryClient, navigate])
  return wanted !== undefined
}
