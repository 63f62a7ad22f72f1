import type { Viewer } from '../../api/core/viewer.ts'
import { ReviewNotice } from '../approval/review-notice.tsx'
import type { SubmissionFacts } from '../drafts/submission-facts.tsx'
import { TextForm } from '../drafts/text-form.tsx'
import { HeldBack } from '../sanctions/held-back.tsx'
import type { Comment } from './contract.ts'
import { useDiscussion } from './discussion-context.ts'
import { goToComment } from './go-to-comment.ts'
import { COMMENT_LIMIT } from './policy.ts'
import { createComment } from './writing.ts'

interface Props {
  viewer: Viewer
  /** The top-level comment that is replied to, or null. */
  parentId: string | null
  /** The reply below it that is answered, if it is not the comment itself. */
  answered?: Comment | undefined
  /** Typed before this form was there. */
  typed?: string
  autoFocus?: boolean
  /** Given up, or sent. */
  onClose?: () => void
}

/** A comment or a reply, which is on screen before the server has it. */
export function NewCommentForm({ viewer, parentId, answered, ...rest }: Props) {
  const { place, showPending } = useDiscussion()
  const post = async (content: string, id: string, facts: SubmissionFacts) => {
    const comment = { id, content, parent_id: parentId, post_id: place.postId }
    const hide = showPending(asComment({ ...comment, answered: answered ?? null }, viewer))
    try {
      await createComment(place, { ...comment, answered_id: answered?.id ?? null }, facts)
    } finally {
      hide()
    }
  }
  return (
    <>
      <TextForm
        viewer={viewer}
        limit={COMMENT_LIMIT}
        form={parentId ? `reply:${answered?.id ?? parentId}` : `comment:${place.postId}`}
        label={parentId ? 'Your reply' : 'Your comment'}
        placeholder={parentId ? 'Write a reply…' : 'Join the discussion…'}
        submitLabel={parentId ? 'Reply' : 'Comment'}
        pendingLabel="Posting..."
        optimistic
        isNew
        notice={<ReviewNotice />}
        onSubmit={post}
        onSent={goToComment}
        {...rest}
      />
      <HeldBack />
    </>
  )
}

/** As the server will answer it, which makes HTML of the words. */
function asComment(
  written: Pick<Comment, 'id' | 'content' | 'parent_id' | 'post_id' | 'answered'>,
  viewer: Viewer,
): Comment {
  const { roles: author_roles, ...author } = viewer
  const created_at = new Date().toISOString()
  return {
    ...written,
    content_html: '',
    author,
    author_roles,
    votes_score: 0,
    is_deleted: false,
    created_at,
    edited_at: null,
  }
}
