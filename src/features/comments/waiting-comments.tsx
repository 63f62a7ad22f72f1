import { useEffect } from 'react'
import type { Pending } from '../approval/contract.ts'
import { useWaiting, WaitingHere } from '../approval/waiting-here.tsx'
import { commentHref } from '../site/item-address.ts'
import { useDiscussion } from './discussion-context.ts'
import { EditPendingComment } from './edit-pending-comment.tsx'

interface Props {
  postId: string
  /** Comments on the page that may have replies below them. */
  shown: readonly string[]
}

/**
 * What the viewer has written here and waits for a moderator, behind the comments; replies to what is on the page are below
 * that (waiting-replies.tsx).
 */
export function WaitingComments({ postId, shown }: Props) {
  const { setWaitingBelow } = useDiscussion()
  const isReply = ({ parent_id }: Pending) => parent_id !== null && shown.includes(parent_id)
  const below = useWaiting(isReply)
    .map(({ parent_id }) => parent_id)
    .join()
  useEffect(() => setWaitingBelow(below ? below.split(',') : []), [below, setWaitingBelow])
  return (
    <WaitingHere
      label="Your comments that await approval"
      Editor={EditPendingComment}
      isHere={(item) => item.post_id === postId && !isReply(item)}
      idOf={({ id }) => `comment-${id}`}
      placeOf={({ parent_id }) =>
        parent_id ? { href: commentHref(postId, parent_id), label: 'See what it replies to' } : undefined
      }
    />
  )
}
