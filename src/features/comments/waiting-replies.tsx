import { WaitingHere } from '../approval/waiting-here.tsx'
import { EditPendingComment } from './edit-pending-comment.tsx'

/** The viewer's replies to a comment that wait for a moderator, where they will be. */
export function WaitingReplies({ parentId }: { parentId: string }) {
  return (
    <div className="ml-4 md:ml-12">
      <WaitingHere
        label="Your replies that await approval"
        Editor={EditPendingComment}
        isHere={({ parent_id }) => parent_id === parentId}
        idOf={({ id }) => `comment-${id}`}
      />
    </div>
  )
}
