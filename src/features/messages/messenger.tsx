import { useEffect, useRef } from 'react'
import type { Viewer } from '../../api/core/viewer.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ConversationPane } from './conversation-pane.tsx'
import { FormerThread } from './former-thread.tsx'
import type { MessagesSearch } from './messages-search.ts'
import { OpenThread } from './open-thread.tsx'
import { ThreadSkeleton } from './thread-skeleton.tsx'
import { useStart } from './use-start.ts'

/** The list and the thread beside it, from the header to the end of the window; on a phone one of the two. */
export function Messenger({ viewer, with: username, start, former }: MessagesSearch & { viewer: Viewer }) {
  const isStarting = useStart(start, username)
  const isOpen = isStarting || username !== undefined || former !== undefined
  const heading = useFocusOnReturn(isOpen)
  return (
    <div className="md:-mt-9 md:-mb-28 md:-mr-8 md:-ml-[2.0625rem] md:grid md:h-[calc(100dvh-3.8125rem)] md:min-h-112 md:bottom-bar:h-[calc(100dvh-7.5rem-env(safe-area-inset-bottom))] md:bottom-bar:min-h-0 md:grid-cols-[minmax(17rem,1fr)_minmax(0,2.25fr)] md:overflow-hidden md:border-x md:border-line">
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
          <EmptyState icon="icon-messages-square" title="No conversation open">
            Choose one from the list, or search for a member.
          </EmptyState>
        </div>
      )}
    </div>
  )
}

/** Back from a thread the keyboard is at the head of the list: on a phone the button that led here is gone. */
function useFocusOnReturn(isOpen: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) heading.current?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen])
  return heading
}
