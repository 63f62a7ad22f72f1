import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSession } from '../accounts/session/session.tsx'
import { useStoredDrafts } from '../drafts/use-stored-drafts.ts'
import type { CommentsView } from './comments-view.ts'
import type { Comment } from './contract.ts'
import type { ComposerPlace, Discussion } from './discussion-context.ts'
import type { Visit } from './news.ts'

interface DiscussedPost {
  postId: string
  postAuthorId: string | undefined
  view: CommentsView
  isClosed: boolean
}

/** What the parts of a post's discussion share, and what was sent and not yet answered. */
export function useDiscussionOf({ postId, postAuthorId, view, isClosed }: DiscussedPost) {
  const { sort, start } = view
  const queryClient = useQueryClient()
  const { viewer } = useSession()
  const drafts = useStoredDrafts(viewer?.id)
  const [sent, setSent] = useState<Comment[]>([])
  const [composerPlace, moveTo] = useState<ComposerPlace>('top')
  const [visit, setVisit] = useState<Visit>()
  const [waitingBelow, setWaitingBelow] = useState<readonly string[]>([])
  const discussion = useMemo<Discussion>(
    () => ({
      viewer,
      postAuthorId,
      isClosed,
      place: { queryClient, postId, view: { sort, start } },
      composer: { place: composerPlace, moveTo },
      drafts,
      visit: visit?.viewerId === viewer?.id ? visit : undefined,
      setVisit,
      waitingBelow,
      setWaitingBelow,
      showPending: (comment) => {
        setSent((others) => [...others, comment])
        return () => setSent((others) => others.filter((other) => other !== comment))
      },
    }),
    [
      queryClient,
      viewer,
      postAuthorId,
      isClosed,
      postId,
      sort,
      start,
      composerPlace,
      drafts,
      visit,
      waitingBelow,
    ],
  )
  return { discussion, sent }
}
