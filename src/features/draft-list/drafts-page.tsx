import { useEffect, useState } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { NeedsScript } from '../../ui/feedback/needs-script.tsx'
import { CardListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { useRequiredMember } from '../accounts/session/session.tsx'
import { storedDrafts } from '../drafts/storage.ts'
import { CREATE_POST } from '../site/destinations.ts'
import { DraftItem } from './draft-item.tsx'
import { PendingList } from './pending-list.tsx'

/** What a member has begun to write on this device. The server knows nothing of it. */
export function DraftsPage() {
  const viewer = useRequiredMember()
  return (
    <>
      <h1 tabIndex={-1} className="text-2xl">
        Your Drafts
      </h1>
      <p className="mt-1 mb-5 text-muted">
        What you have begun to write is kept on this device, for you alone.
      </p>
      <NeedsScript>Your drafts need JavaScript, since they are on your device alone.</NeedsScript>
      {viewer ? (
        <>
          <PendingList key={viewer.id} />
          <Drafts key={viewer.id} memberId={viewer.id} />
        </>
      ) : (
        <CardListSkeleton count={3} label="Loading your drafts" />
      )}
    </>
  )
}

function Drafts({ memberId }: { memberId: string }) {
  const [drafts, read] = useDrafts(memberId)
  if (drafts.length === 0)
    return (
      <EmptyState
        icon="icon-pen-line"
        title="No drafts"
        action={<ButtonLink to={CREATE_POST}>Create Post</ButtonLink>}
      >
        Whatever you begin to write and leave waits here: posts, comments, notes and messages.
      </EmptyState>
    )
  return (
    <ul aria-label="Drafts" className="grid gap-3">
      {drafts.map((draft) => (
        <DraftItem key={`${draft.form}~${draft.slot}`} memberId={memberId} draft={draft} onChange={read} />
      ))}
    </ul>
  )
}

/** Those on the device now: other tabs write and send meanwhile. */
function useDrafts(memberId: string) {
  const [drafts, setDrafts] = useState(() => storedDrafts(memberId))
  // What offers to take a deletion back has to be here also without a connection.
  const read = () => setDrafts(storedDrafts(memberId))
  useEffect(() => {
    const read = () => setDrafts(storedDrafts(memberId))
    addEventListener('storage', read)
    return () => removeEventListener('storage', read)
  }, [memberId])
  return [drafts, read] as const
}
