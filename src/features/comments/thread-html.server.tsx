import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { fragment, placeFor } from '../../platform/fragments.server.ts'
import { GuestSession } from '../accounts/session/session.tsx'
import { CommentThread } from './comment-thread.tsx'
import { type Discussion, DiscussionProvider } from './discussion-context.ts'
import type { Thread } from './threads.ts'

/** Stays empty: a visitor's comment asks for nothing. */
const queryClient = new QueryClient()
const NOTHING: string[] = []

/** Lets discussions be rendered from the finished HTML of their threads: a new comment or a vote changes one of them. */
export function provideThreads(): void {
  globalThis.$threads = (threads, discussion) => placeFor(threads.map((thread) => htmlOf(thread, discussion)))
}

function htmlOf(thread: Thread, discussion: Discussion): Uint8Array {
  const { postAuthorId, isClosed } = discussion
  return fragment('thread', [thread, postAuthorId, isClosed], () =>
    renderToString(
      <QueryClientProvider client={queryClient}>
        <GuestSession>
          <DiscussionProvider value={discussion}>
            <CommentThread thread={thread} pending={NOTHING} hasLine={false} isAppended={false} />
          </DiscussionProvider>
        </GuestSession>
      </QueryClientProvider>,
    ),
  )
}
