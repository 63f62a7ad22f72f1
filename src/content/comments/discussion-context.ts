import { useQueryClient } from '@tanstack/react-query'
import { createContext, useCallback, useContext, useMemo, useState } from 'react'
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
  /** Whether all replies are folded. A thread's own button overrides this until it changes. */
  isFolded: boolean
  setFolded: (isFolded: boolean) => void
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
  const place = usePlace({ postId, view })
  const { viewer } = useSession()
  const drafts = useStoredDrafts(viewer?.id)
  const { sent, showPending } = usePendingComments()
  const [composerPlace, moveTo] = useState<ComposerPlace>('top')
  const folding = useFolding()
  const [visit, setVisit] = useState<DiscussionVisit>()
  const [waitingBelow, setWaitingBelow] = useState<readonly string[]>([])
  const discussion = useMemo<Discussion>(
    () => ({
      viewer,
      postAuthorId,
      postTitle,
      isClosed,
      place,
      composer: { place: composerPlace, moveTo },
      drafts,
      ...folding,
      visit: visit?.viewerId === viewer?.id ? visit : undefined,
      setVisit,
      waitingBelow,
      setWaitingBelow,
      showPending,
    }),
    [
      viewer,
      postAuthorId,
      postTitle,
      isClosed,
      place,
      composerPlace,
      drafts,
      folding,
      visit,
      waitingBelow,
      showPending,
    ],
  )
  return { discussion, sent }
}

function usePlace({ postId, view: { sort, start } }: Pick<DiscussedPost, 'postId' | 'view'>): CommentTarget {
  const queryClient = useQueryClient()
  return useMemo(() => ({ queryClient, postId, view: { sort, start } }), [queryClient, postId, sort, start])
}

function useFolding() {
  const [isFolded, setFolded] = useState(false)
  return useMemo(() => ({ isFolded, setFolded }), [isFolded])
}

function usePendingComments() {
  const [sent, setSent] = useState<Comment[]>([])
  const showPending = useCallback((comment: Comment) => {
    setSent((others) => [...others, comment])
    return () => setSent((others) => others.filter((other) => other !== comment))
  }, [])
  return { sent, showPending }
}
