import { Fragment, memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { askToSignIn } from '../../api/core/client.ts'
import { HideMuted } from '../mutes/hide-muted.tsx'
import { CommentAct } from './comment-actions.tsx'
import { NewCommentForm } from './comment-box.tsx'
import { CommentItem } from './comment-item.tsx'
import { useDiscussion } from './discussion-context.ts'
import { isMarked, type Thread } from './threads.ts'
import { WaitingReplies } from './waiting-comments.tsx'

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

interface RepliesProps {
  /** Of the comment above. */
  id: string
  count: number
  children: ReactNode
}

/** The replies to a comment beside a line that folds them away. */
function Replies({ id, count, children }: RepliesProps) {
  const [isFolded, setFolded] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const words = count === 1 ? '1 reply' : `${count} replies`
  const turn = () => {
    // The control that was pressed is gone then; the other one stands for it.
    flushSync(() => setFolded(!isFolded))
    list.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus({ preventScroll: true })
  }
  return (
    <div ref={list} className="relative ml-4 pl-4 md:ml-[1.125rem] md:pl-7">
      {isFolded ? (
        <CommentAct aria-expanded={false} onClick={turn}>
          Show {words}
        </CommentAct>
      ) : (
        <button
          type="button"
          aria-expanded
          aria-controls={`replies-${id}`}
          aria-label={`Hide ${words}`}
          title={`Hide ${words}`}
          onClick={turn}
          className="thread-line"
        />
      )}
      <div id={`replies-${id}`} hidden={isFolded}>
        {children}
      </div>
    </div>
  )
}

/** Where the new ones begin; by the newest first they end there. It takes no room: it comes after the page. */
function NewLine({ isBelow }: { isBelow: boolean }) {
  const words = isBelow ? 'Above: new since your last visit' : 'New since your last visit'
  return (
    // biome-ignore lint/a11y/useSemanticElements: it has words, which a rule cannot have
    <div role="separator" aria-label={words} className="new-line">
      <span aria-hidden="true">{words}</span>
    </div>
  )
}
