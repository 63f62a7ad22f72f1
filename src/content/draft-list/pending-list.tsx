import { useInfiniteQuery } from '@tanstack/react-query'
import type { PendingText } from '../../moderation/approval/contract.ts'
import { useRefetchOnDecision } from '../../moderation/approval/pending-content.tsx'
import { type PendingEditor, PendingItem } from '../../moderation/approval/pending-item.tsx'
import type { SubmittedKind } from '../../moderation/approval/policy.ts'
import { pendingPages } from '../../moderation/approval/queries.ts'
import { commentHref, noteHref, postHref } from '../../shared/branding/item-address.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { EditPendingComment } from '../comments/edit-comment-form.tsx'
import { EditPendingNote } from '../notes/edit-note-form.tsx'
import { PostEditor } from '../posts/write/pending-posts.tsx'

const EDITORS: Record<SubmittedKind, PendingEditor> = {
  post: PostEditor,
  comment: EditPendingComment,
  note: EditPendingNote,
}

export function PendingList() {
  const list = useInfiniteQuery(pendingPages())
  useRefetchOnDecision()
  if (list.isError && !list.data)
    return <ErrorState title="Your submissions could not be loaded" onRetry={() => void list.refetch()} />
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  if (items.length === 0) return null
  return (
    <section aria-labelledby="pending" className="mb-6">
      <h2 id="pending" className="mb-3 text-xl">
        Sent for approval
      </h2>
      <ul aria-labelledby="pending" className="grid gap-3">
        {items.map((item) => (
          <PendingItem key={item.id} item={item} Editor={EDITORS[item.kind]} place={placeOf(item)} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          kind="quiet"
          className="mx-auto mt-4 flex"
          pending={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </section>
  )
}

function placeOf({ kind, post_id, parent_id }: PendingText) {
  if (post_id)
    return {
      href: parent_id ? commentHref({ id: post_id }, parent_id) : `${postHref({ id: post_id })}#comments`,
      label: 'View post',
    }
  return kind === 'note' && parent_id
    ? { href: noteHref(parent_id, null), label: 'View the comment it replies to' }
    : undefined
}
