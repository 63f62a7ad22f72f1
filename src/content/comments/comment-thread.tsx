import { useLocation } from '@tanstack/react-router'
import { Fragment, memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { askToSignIn } from '../../core/client.ts'
import { HideMuted } from '../../people/mutes/hide-muted.tsx'
import { CommentActionButton } from './comment-actions.tsx'
import { NewCommentForm } from './comment-box.tsx'
import { CommentItem } from './comment-item.tsx'
import { useDiscussion } from './discussion-context.ts'
import { PendingReplies } from './pending-comments.tsx'
import { isMarkedAsNew, type ThreadedComment } from './threads.ts'

interface Props {
  thread: ThreadedComment
  pending: readonly string[]
  hasLine: boolean
  isAppended: boolean
}

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
          isMarked={visit !== undefined && isMarkedAsNew(item, thread, place.view.sort, visit)}
          onReply={
            takesReplies
              ? () =>
                  viewer
                    ? openReply(item.id)
                    : askToSignIn('comments.create', undefined, () => setReplyAt(item.id))
              : undefined
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
        <Replies id={comment.id} replies={replies}>
          {items.slice(1)}
        </Replies>
      )}
      {viewer && waitingBelow.includes(comment.id) && <PendingReplies parentId={comment.id} />}
    </li>
  )
}, isSame)

/** Compares props by value, so that existing threads don't re-render when a page is appended. */
function isSame(before: Props, after: Props): boolean {
  return JSON.stringify(before) === JSON.stringify(after)
}

interface RepliesProps {
  id: string
  replies: ThreadedComment['replies']
  children: ReactNode
}

function Replies({ id, replies, children }: RepliesProps) {
  const { isFolded: isAllFolded } = useDiscussion()
  const [isFolded, setFolded] = useState(isAllFolded)
  const hash = useLocation({ select: ({ hash }) => hash })
  const hasLinked = replies.some(({ id }) => hash === `comment-${id}`)
  useEffect(() => setFolded(isAllFolded), [isAllFolded])
  useEffect(() => {
    if (hasLinked) setFolded(false)
  }, [hasLinked])
  const count = replies.length
  const list = useRef<HTMLDivElement>(null)
  const words = count === 1 ? '1 reply' : `${count} replies`
  const turn = () => {
    // Moves focus to the control that replaces the clicked one.
    flushSync(() => setFolded(!isFolded))
    list.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus({ preventScroll: true })
  }
  return (
    <div ref={list} className="relative ml-4 pl-4 md:ml-[1.125rem] md:pl-7">
      {isFolded ? (
        <CommentActionButton aria-expanded={false} onClick={turn}>
          Show {words}
        </CommentActionButton>
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

/** Marks where new comments begin. The line has no height, so the layout doesn't shift when it appears. */
function NewLine({ isBelow }: { isBelow: boolean }) {
  const words = isBelow ? 'Above: new since your last visit' : 'New since your last visit'
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> can't contain text
    <div role="separator" aria-label={words} className="relative z-1 h-0 border-t border-act">
      <span
        aria-hidden="true"
        className="absolute right-0 bottom-0 rounded-t-[0.375rem] bg-act px-2 text-[0.6875rem] leading-4.5 font-semibold text-on-act"
      >
        {words}
      </span>
    </div>
  )
}
