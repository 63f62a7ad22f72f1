import { Suspense } from 'react'
import { PendingContentHere } from '../../../moderation/approval/pending-content.tsx'
import type { PendingEditor } from '../../../moderation/approval/pending-item.tsx'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.tsx'

const EditPendingPost = lazyWithRetry(() => import('./edit-pending-post.tsx'))

export const PostEditor: PendingEditor = (props) => (
  <Suspense>
    <EditPendingPost {...props} />
  </Suspense>
)

export function PendingPosts() {
  return (
    <div className="mb-5 empty:hidden">
      <PendingContentHere
        label="Your posts that await approval"
        Editor={PostEditor}
        isHere={({ kind }) => kind === 'post'}
      />
    </div>
  )
}
