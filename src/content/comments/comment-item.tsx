import { useEffect, useState } from 'react'
import { RemovedStub } from '../../moderation/removal/removed-stub.tsx'
import type { Author } from '../../shared/authors/contract.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { commentHref } from '../../shared/branding/item-address.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { RoleBadge } from '../../ui/badge.tsx'
import { ShortTime } from '../../ui/format/time.tsx'
import { ShortText } from '../../ui/prose.tsx'
import { CommentActions, StaffSelectionBox } from './comment-actions.tsx'
import type { Comment } from './contract.ts'
import { useDiscussion } from './discussion-context.ts'
import { EditCommentForm } from './edit-comment-form.tsx'

interface Props {
  comment: Comment
  isPending?: boolean
  isMarked?: boolean
  onReply: (() => void) | undefined
}

export function CommentItem({ comment, isPending = false, isMarked = false, onReply }: Props) {
  const { author } = comment
  const { postTitle } = useDiscussion()
  const name = author ? displayName(author) : 'Unknown'
  return (
    <article
      id={`comment-${comment.id}`}
      tabIndex={-1}
      data-list-item
      aria-label={labelOf(comment, name)}
      aria-busy={isPending || undefined}
      className="comment"
    >
      {author ? (
        <Avatar name={name} seed={author.username} src={author.avatar_url} size="md" />
      ) : (
        <span className="size-9 flex-none rounded-full border border-dashed border-line-strong" />
      )}
      <div className="min-w-0 flex-1">
        {comment.is_deleted ? (
          <CommentStub comment={comment} />
        ) : (
          <>
            <header className="flex flex-wrap items-baseline gap-x-2.5 text-sm leading-5">
              <AuthorName author={author} name={name} />
              <AuthorMarks comment={comment} />
              {comment.answered && <Answered postId={comment.post_id} answered={comment.answered} />}
              <a
                href={commentHref({ id: comment.post_id, title: postTitle }, comment.id)}
                className="header-link"
              >
                <ShortTime iso={comment.created_at} />
              </a>
              {comment.edited_at && (
                <a
                  href={`/post/${comment.post_id}/history?comment=${comment.id}`}
                  className="header-link underline decoration-dotted underline-offset-3"
                >
                  edited
                </a>
              )}
              {isMarked && <b className="font-semibold text-act">New</b>}
            </header>
            <CommentBody comment={comment} isPending={isPending} onReply={onReply} />
          </>
        )}
      </div>
    </article>
  )
}

function labelOf({ is_deleted, removal }: Comment, name: string): string {
  return removal ? 'Removed comment' : is_deleted ? 'Deleted comment' : `Comment by ${name}`
}

function CommentStub({ comment }: Pick<Props, 'comment'>) {
  const { id, removal } = comment
  if (removal)
    return (
      <>
        <RemovedStub kind="comment" id={id} removal={removal} />
        <StaffSelectionBox comment={comment} />
      </>
    )
  return <p className="pt-1.5 text-muted italic">This comment was deleted.</p>
}

function AuthorName({ author, name }: { author: Author | null; name: string }) {
  if (!author) return <span className="text-base font-semibold text-muted">{name}</span>
  return (
    <a
      href={`/profile/${author.username}`}
      className="group flex min-w-0 flex-wrap items-baseline gap-x-2 wrap-anywhere"
    >
      <b dir="auto" className="text-base font-semibold text-text group-hover:underline">
        {name}
      </b>
      <span>@{author.username}</span>
    </a>
  )
}

function AuthorMarks({ comment: { author, author_roles } }: Pick<Props, 'comment'>) {
  const { postAuthorId } = useDiscussion()
  return (
    <>
      {author && author.id === postAuthorId && <span className="badge">Author</span>}
      {author_roles.map((role) => (
        <RoleBadge key={role} role={role} />
      ))}
    </>
  )
}

function Answered({ postId, answered }: { postId: string; answered: NonNullable<Comment['answered']> }) {
  const { id, author } = answered
  const { postTitle } = useDiscussion()
  return (
    <a
      href={commentHref({ id: postId, title: postTitle }, id)}
      title={author ? displayName(author) : undefined}
      className="header-link"
    >
      to {author ? `@${author.username}` : 'Unknown'}
    </a>
  )
}

function CommentBody({
  comment,
  isPending,
  onReply,
}: Required<Pick<Props, 'comment' | 'isPending' | 'onReply'>>) {
  const { viewer, drafts } = useDiscussion()
  const [isEditing, setEditing] = useState(false)
  const hasDraft = drafts.has(`edit-comment:${comment.id}`)
  useEffect(() => {
    if (hasDraft) setEditing(true)
  }, [hasDraft])
  useEffect(() => {
    if (!isEditing) return
    // Returns the focus to the edit button after the form closes, unless the focus has moved elsewhere.
    return () => {
      if (document.activeElement !== document.body) return
      const place =
        document.getElementById(`edit-${comment.id}`) ?? document.getElementById(`comment-${comment.id}`)
      place?.focus({ preventScroll: true })
    }
  }, [isEditing, comment.id])
  if (isEditing && viewer)
    return (
      <div className="mt-2">
        <EditCommentForm viewer={viewer} comment={comment} onClose={() => setEditing(false)} />
      </div>
    )
  return (
    <>
      <ShortText html={comment.content_html} text={comment.content} className="comment-words" />
      {!isPending && <CommentActions comment={comment} onReply={onReply} onEdit={() => setEditing(true)} />}
    </>
  )
}
