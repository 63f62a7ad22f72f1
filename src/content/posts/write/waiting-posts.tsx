import { Suspense } from 'react'
import type { PendingEditor } from '../../../moderation/approval/pending-item.tsx'
import { WaitingHere } from '../../../moderation/approval/waiting-here.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'

const EditPendingPost = lazyPart(() => import('./edit-pending-post.tsx'))

export const PostEditor: PendingEditor = (props) => (
  <Suspense>
    <EditPendingPost {...props} />
  </Suspense>
)

export function WaitingPosts() {
  return (
    <div className="mb-5 empty:hidden">
      <WaitingHere
        label="Your posts that await approval"
        Editor={PostEditor}
        isHere={({ kind }) => kind === 'post'}
      />
    </div>
  )
}
