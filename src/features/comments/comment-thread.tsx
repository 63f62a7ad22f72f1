import { Fragment, memo, useEffect, useState } from 'react'
import { askToSignIn } from '../../api/core/client.ts'
import { HideMuted } from '../mutes/hide-muted.tsx'
import { CommentItem } from './comment-item.tsx'
import { useDiscussion } from './discussion-context.ts'
import { NewCommentForm } from './new-comment-form.tsx'
import { NewLine } from './new-line.tsx'
import { isMarked } from './news.ts'
import { Replies } from './replies.tsx'
import type { Thread } from './threads.ts'
import { WaitingReplies } from './waiting-replies.tsx'

interface Props {
  thread: Thread
  /** Ids of what is on its way to the server. */
  pending: readonly string[]
  /** Above it the line of what is new. */
  hasLine: boolean
  /** It was asked for by "More comments". */
  isAppended: boolean
}

/** A comment and its replies, one level deep: an answer to a reply stands below the same comment and says whom it is for. */
export const CommentThread = memo(({ thread, pending, hasLine, isAppended }: Props) => {
  const { comment, replies } = thread
  const { viewer, drafts, visit, place, isClosed, waitingBelow } = useDiscussion()
  const [replyAt, setReplyAt] = useState<string>()
  const drafted = [comment, ...replies].find(({ id }) => drafts.has(`reply:${id}`))?.id
  useEffect(() => {
    if (drafted) setReplyAt((at) => at ?? drafted)
  }, [drafted])
  const openReply = (id: string) => {
    if (replyAt === id) document.querySelector<HTMLElement>(`#reply-${id}-form textarea`)?.focus()
    setReplyAt(id)
  }
  const takesReplies = !isClosed && !comment.is_deleted && !pending.includes(comment.id)
  const items = [comment, ...replies].map((item) => (
    <Fragment key={item.id}>
      <HideMuted author={item.author} what="comment" id={`comment-${item.id}`}>
        <CommentItem
          comment={item}
          isPending={pending.includes(item.id)}
          isMarked={visit !== undefined && isMarked(item, thread, place.view.sort, visit)}
          onReply={
            takesReplies ? () => (viewer ? openReply(item.id) : askToSignIn('comments.create')) : undefined
          }
        />
      </HideMuted>
      {viewer && replyAt === item.id && (
        <div id={`reply-${item.id}-form`} className="my-2 ml-4 md:ml-12">
          <NewCommentForm
            viewer={viewer}
            parentId={comment.parent_id ?? comment.id}
            answered={item.parent_id ? item : undefined}
            autoFocus
            onClose={() => {
              setReplyAt(undefined)
              document.getElementById(`reply-${item.id}`)?.focus()
            }}
          />
        </div>
      )}
    </Fragment>
  ))
  return (
    <li data-appended={isAppended || undefined}>
      {hasLine && <NewLine isBelow={place.view.sort === 'newest'} />}
      {items[0]}
      {replies.length > 0 && (
        <Replies id={comment.id} count={replies.length}>
          {items.slice(1)}
        </Replies>
      )}
      {viewer && waitingBelow.includes(comment.id) && <WaitingReplies parentId={comment.id} />}
    </li>
  )
}, isSame)

/** A discussion grows: what stands there already is not made again with each page. */
function isSame(before: Props, after: Props): boolean {
  return JSON.stringify(before) === JSON.stringify(after)
}
