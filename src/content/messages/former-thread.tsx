import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { errorCode } from '../../core/api-error.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ICON_BUTTON } from '../../ui/icon-button.tsx'
import type { FormerMessage } from './former-contract.ts'
import { FORMER_MEMBER_NAME, formerThreadQuery } from './queries.ts'
import { byDay, type ThreadItem } from './thread-items.ts'
import { MessageDays, THREAD_LOG_CLASS } from './thread-log.tsx'
import { BubbleSkeletons, THREAD_HEIGHT_CLASS } from './thread-skeleton.tsx'

export function FormerThread({ id }: { id: string }) {
  const thread = useInfiniteQuery(formerThreadQuery(id))
  const items = thread.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <section
      aria-label={`Conversation with a ${FORMER_MEMBER_NAME.toLowerCase()}`}
      className={`flex min-h-0 min-w-0 flex-col ${THREAD_HEIGHT_CLASS}`}
    >
      <Head id={id} />
      {thread.isPending ? (
        <BubbleSkeletons />
      ) : thread.isLoadingError ? (
        <div className="flex-1 p-4">
          {['NOT_FOUND', 'BAD_REQUEST'].includes(errorCode(thread.error) ?? '') ? (
            <EmptyState title="Conversation not found">It may have been deleted.</EmptyState>
          ) : (
            <ErrorState
              title="These messages could not be loaded"
              pending={thread.isFetching}
              onRetry={() => void thread.refetch()}
            />
          )}
        </div>
      ) : (
        <Log
          items={items}
          older={
            thread.hasNextPage && (
              <Button
                kind="quiet"
                className="mx-auto mb-2 flex"
                pending={thread.isFetchingNextPage}
                onClick={() => void thread.fetchNextPage()}
              >
                Older messages
              </Button>
            )
          }
        />
      )}
      <p className="border-t border-line py-4 text-center text-sm text-muted md:px-4">
        This member deleted their account, so you can’t send messages here.
      </p>
    </section>
  )
}

function Head({ id }: { id: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // On phones, the conversation list with the clicked link is hidden, so the heading gets the focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <header className="flex min-h-16 items-center gap-3 border-b border-line md:px-4">
      <Link to="/messages" aria-label="Back to conversations" className={`${ICON_BUTTON} -ml-3 md:hidden`}>
        <Icon icon="icon-arrow-left" className="size-5" />
      </Link>
      <Avatar name="?" seed={id} size="md" />
      <h2
        dir="auto"
        ref={heading}
        tabIndex={-1}
        className="truncate font-sans text-base leading-tight tracking-normal"
      >
        {FORMER_MEMBER_NAME}
      </h2>
    </header>
  )
}

function Log({ items, older }: { items: readonly FormerMessage[]; older: React.ReactNode }) {
  const days = byDay(
    items.map(({ is_own, ...item }): ThreadItem => ({ ...item, isMine: is_own, state: undefined })).reverse(),
  )
  return (
    <div
      role="log"
      aria-label={`Messages with a ${FORMER_MEMBER_NAME.toLowerCase()}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className={THREAD_LOG_CLASS}
    >
      <div className="py-4 md:px-4">
        {older}
        <MessageDays days={days} name={FORMER_MEMBER_NAME} outbox={null} />
      </div>
    </div>
  )
}
