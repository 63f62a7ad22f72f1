import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { SignInLink } from '../../accounts/session/sign-in-link.tsx'
import type { Viewer } from '../../core/viewer.ts'
import { ReviewNotice } from '../../moderation/approval/review-notice.tsx'
import { SanctionFieldNote } from '../../moderation/sanctions/sanction-field-note.tsx'
import { postHref } from '../../shared/branding/item-address.ts'
import type { SubmissionFacts } from '../../shared/drafts/submission-facts.tsx'
import { TextForm } from '../../shared/drafts/text-form.tsx'
import { CONTROL } from '../../ui/form/control-look.ts'
import { createComment } from './comment-mutations.ts'
import type { Comment } from './contract.ts'
import { useDiscussion } from './discussion-context.ts'
import { COMMENT_LIMIT } from './policy.ts'
import { scrollToComment } from './read-tracker.tsx'

interface Props {
  /** True for the second comment box, below a long discussion. Only one of the two is open at a time. */
  isAtEnd?: boolean
}

export function CommentBox({ isAtEnd = false }: Props) {
  const {
    viewer,
    drafts,
    composer,
    place: { postId },
    postTitle,
  } = useDiscussion()
  const place = isAtEnd ? 'end' : 'top'
  const [form, setForm] = useState<{ typed: string; hadFocus: boolean }>()
  const textarea = useRef<HTMLTextAreaElement>(null)
  const isHere = composer.place === place
  const open = useCallback(() => {
    const box = textarea.current
    setForm((known) => known ?? { typed: box?.value ?? '', hadFocus: document.activeElement === box })
  }, [])
  useEffect(() => {
    if (!isHere) setForm(undefined)
  }, [isHere])
  const hasDraft = !isAtEnd && drafts.has(`comment:${postId}`)
  useEffect(() => {
    if (hasDraft) open()
  }, [hasDraft, open])
  const { moveTo } = composer
  const stepIn = useCallback(() => {
    // Unmounts the other box's form first, so that it saves its draft. Synchronous, so that no key is lost.
    flushSync(() => moveTo(place))
    flushSync(open)
  }, [moveTo, place, open])
  useEffect(() => {
    // Opens a field that was focused before hydration. Deferred, because effects can't call flushSync.
    if (!viewer || document.activeElement !== textarea.current) return
    const timer = setTimeout(stepIn)
    return () => clearTimeout(timer)
  }, [viewer, stepIn])
  if (viewer && form && isHere)
    return (
      <NewCommentForm
        key={viewer.id}
        viewer={viewer}
        parentId={null}
        typed={form.typed}
        autoFocus={form.hadFocus}
      />
    )
  return (
    <div className="flex flex-wrap items-start gap-2">
      <textarea
        ref={textarea}
        dir="auto"
        disabled={!viewer}
        rows={1}
        aria-label={isAtEnd ? 'Your comment, at the end' : 'Your comment'}
        placeholder={viewer ? 'Join the discussion…' : 'Sign in to join the discussion'}
        onFocus={stepIn}
        onChange={stepIn}
        className={`${CONTROL} field-sizing-content min-h-11 min-w-0 flex-1 resize-none focus:min-h-22 disabled:opacity-100`}
      />
      {!viewer && (
        <SignInLink
          redirect={postHref({ id: postId, title: postTitle })}
          words="Please sign in to comment"
          onSignedIn={() => textarea.current?.focus()}
          kind="quiet"
          className="maybe-member:hidden"
        >
          Sign In
        </SignInLink>
      )}
    </div>
  )
}

interface NewCommentFormProps {
  viewer: Viewer
  parentId: string | null
  answered?: Comment | undefined
  typed?: string
  autoFocus?: boolean
  onClose?: () => void
}

export function NewCommentForm({ viewer, parentId, answered, ...rest }: NewCommentFormProps) {
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
        hasPictures
        isNew
        hasPreview
        notice={<ReviewNotice />}
        onSubmit={post}
        onSent={scrollToComment}
        {...rest}
      />
      <SanctionFieldNote />
    </>
  )
}

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
