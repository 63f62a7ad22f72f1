import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSession } from '../accounts/session/session.tsx'
import { useStoredDrafts } from '../drafts/use-stored-drafts.ts'
import type { CommentsView } from './comments-view.ts'
import type { Comment } from './contract.ts'
import type { Discussion } from './discussion-context.ts'

/** What the parts of a post's discussion share, and what was sent and not yet answered. */
export function useDiscussionOf(postId: string, view: CommentsView) {
  const { sort, start } = view
  const queryClient = useQueryClient()
  const { viewer } = useSession()
  const drafts = useStoredDrafts(viewer?.id)
  const [sent, setSent] = useState<Comment[]>([])
  const discussion = useMemo<Discussion>(
    () => ({
      viewer,
      place: { queryClient, postId, view: { sort, start } },
      drafts,
      showPending: (comment) => {
        setSent((others) => [...others, comment])
        return () => setSent((others) => others.filter((other) => other !== comment))
      },
    }),
    [queryClient, viewer, postId, sort, start, drafts],
  )
  return { discussion, sent }
}
