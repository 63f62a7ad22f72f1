import { createContext, useContext } from 'react'
import type { Viewer } from '../../api/core/viewer.ts'
import type { Comment } from './contract.ts'
import type { Visit } from './news.ts'
import type { CommentTarget } from './writing.ts'

export type ComposerPlace = 'top' | 'end'

/** What the parts of a discussion share. */
export interface Discussion {
  viewer: Viewer | null
  /** Who wrote the post. */
  postAuthorId: string | undefined
  /** It takes no comments any more. */
  isClosed: boolean
  place: CommentTarget
  /** Where the form for a new comment is: above the comments, or below them. */
  composer: { place: ComposerPlace; moveTo: (place: ComposerPlace) => void }
  /** The forms (see DraftKey) whose text of an earlier visit waits; they open by themselves. */
  drafts: ReadonlySet<string>
  /** As soon as it is known: what is new is marked. */
  visit: Visit | undefined
  setVisit: (visit: Visit) => void
  /** Comments below which replies of the viewer's wait for a moderator (waiting-comments.tsx). */
  waitingBelow: readonly string[]
  setWaitingBelow: (ids: readonly string[]) => void
  /** Shows a comment that is on its way to the server, until the function that it answers is called. */
  showPending: (comment: Comment) => () => void
}

const DiscussionContext = createContext<Discussion | undefined>(undefined)
export const DiscussionProvider = DiscussionContext.Provider

export function useDiscussion(): Discussion {
  const discussion = useContext(DiscussionContext)
  if (!discussion) throw new Error('useDiscussion needs a DiscussionProvider above it')
  return discussion
}
