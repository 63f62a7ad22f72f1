import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useMemo, useState } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import type { Viewer } from '../../core/viewer.ts'
import { useStoredDrafts } from '../../shared/drafts/use-stored-drafts.ts'
import type { CommentTarget } from './comment-mutations.ts'
import type { Comment } from './contract.ts'
import type { DiscussionVisit } from './threads.ts'

type ComposerPlace = 'top' | 'end'

interface Discussion {
  viewer: Viewer | null
  postAuthorId: string | undefined
  /** Undefined if the post was deleted. */
  postTitle: string | undefined
  isClosed: boolean
  place: CommentTarget
  /** Whether the form for a new comment is at the top or at the end of the list. */
  composer: { place: ComposerPlace; moveTo: (place: ComposerPlace) => void }
  /** Keys of the forms with a stored draft (see DraftKey). These forms open automatically. */
  drafts: ReadonlySet<string>
  visit: DiscussionVisit | undefined
  setVisit: (visit: DiscussionVisit) => void
  /** Ids of the comments to which the viewer has sent replies that await approval (pending-comments.tsx). */
  waitingBelow: readonly string[]
  setWaitingBelow: (ids: readonly string[]) => void
  /** Shows a comment while it is being sent. The caller hides it by calling the returned function. */
  showPending: (comment: Comment) => () => void
}

const DiscussionContext = createContext<Discussion | undefined>(undefined)
export const DiscussionProvider = DiscussionContext.Provider

export function useDiscussion(): Discussion {
  const discussion = useContext(DiscussionContext)
  if (!discussion) throw new Error('useDiscussion needs a DiscussionProvider above it')
  return discussion
}

type DiscussedPost = Pick<Discussion, 'postAuthorId' | 'postTitle' | 'isClosed'> &
  Pick<CommentTarget, 'postId' | 'view'>

export function useDiscussionOf({ postId, postAuthorId, postTitle, view, isClosed }: DiscussedPost) {
  const { sort, start } = view
  const queryClient = useQueryClient()
  const { viewer } = useSession()
  const drafts = useStoredDrafts(viewer?.id)
  const [sent, setSent] = useState<Comment[]>([])
  const [composerPlace, moveTo] = useState<ComposerPlace>('top')
  const [visit, setVisit] = useState<DiscussionVisit>()
  const [waitingBelow, setWaitingBelow] = useState<readonly string[]>([])
  const discussion = useMemo<Discussion>(
    () => ({
      viewer,
      postAuthorId,
      postTitle,
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
      postTitle,
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
