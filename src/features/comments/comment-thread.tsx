import { Fragment, lazy, Suspense, useEffect, useState } from 'react'
import { askToSignIn } from '../../api/core/client.ts'
import { CommentItem } from './comment-item.tsx'
import { useDiscussion } from './discussion-context.ts'
import type { Thread } from './threads.ts'

const NewCommentForm = lazy(() => import('./new-comment-form.tsx'))

interface Props {
  thread: Thread
  /** Ids of what is on its way to the server. */
  pending: ReadonlySet<string>
}

/** A comment and its replies. Whoever answers a reply answers the comment above it: one level is enough to follow. */
export function CommentThread({ thread: { comment, replies }, pending }: Props) {
  const { viewer, drafts } = useDiscussion()
  const [replyAt, setReplyAt] = useState<string>()
  useEffect(() => {
    if (drafts.has(`reply:${comment.id}`)) setReplyAt((at) => at ?? comment.id)
  }, [drafts, comment.id])
  const openReply = (id: string) => {
    if (replyAt === id) document.querySelector<HTMLElement>(`#reply-${id}-form textarea`)?.focus()
    setReplyAt(id)
  }
  const takesReplies = !comment.is_deleted && !pending.has(comment.id)
  const items = [comment, ...replies].map((item) => (
    <Fragment key={item.id}>
      <CommentItem
        comment={item}
        isPending={pending.has(item.id)}
        onReply={
          takesReplies ? () => (viewer ? openReply(item.id) : askToSignIn('comments.create')) : undefined
        }
      />
      {viewer && replyAt === item.id && (
        <div id={`reply-${item.id}-form`} className="my-2 ml-4 md:ml-12">
          <Suspense>
            <NewCommentForm
              viewer={viewer}
              parentId={comment.parent_id ?? comment.id}
              autoFocus
              onClose={() => {
                setReplyAt(undefined)
                document.getElementById(`reply-${item.id}`)?.focus()
              }}
            />
          </Suspense>
        </div>
      )}
    </Fragment>
  ))
  return (
    <li>
      {items[0]}
      {replies.length > 0 && (
        <div className="ml-4 border-l border-line pl-4 md:ml-[1.125rem] md:pl-7">{items.slice(1)}</div>
      )}
    </li>
  )
}
