import { useEffect } from 'react'
import type { PendingText } from '../../moderation/approval/contract.ts'
import { PendingContentHere, usePendingContent } from '../../moderation/approval/pending-content.tsx'
import { commentHref } from '../../shared/branding/item-address.ts'
import { useDiscussion } from './discussion-context.ts'
import { EditPendingComment } from './edit-comment-form.tsx'

/** Shows the viewer's comments awaiting approval. Replies to comments in `shown` appear in their threads. */
export function PendingComments({ shown }: { shown: readonly string[] }) {
  const { setWaitingBelow, place, postTitle } = useDiscussion()
  const { postId } = place
  const isReply = ({ parent_id }: PendingText) => parent_id !== null && shown.includes(parent_id)
  const below = usePendingContent(isReply)
    .map(({ parent_id }) => parent_id)
    .join()
  useEffect(() => setWaitingBelow(below ? below.split(',') : []), [below, setWaitingBelow])
  return (
    <PendingContentHere
      label="Your comments that await approval"
      Editor={EditPendingComment}
      isHere={(item) => item.post_id === postId && !isReply(item)}
      idOf={({ id }) => `comment-${id}`}
      placeOf={({ parent_id }) =>
        parent_id
          ? {
              href: commentHref({ id: postId, title: postTitle }, parent_id),
              label: 'View the comment it replies to',
            }
          : undefined
      }
    />
  )
}

export function PendingReplies({ parentId }: { parentId: string }) {
  return (
    <div className="ml-4 md:ml-12">
      <PendingContentHere
        label="Your replies that await approval"
        Editor={EditPendingComment}
        isHere={({ parent_id }) => parent_id === parentId}
        idOf={({ id }) => `comment-${id}`}
      />
    </div>
  )
}
