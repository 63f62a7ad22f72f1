import { useEffect, useState } from 'react'
import { useRequiredMember } from '../../accounts/session/session.tsx'
import { CREATE_POST } from '../../shared/branding/destinations.ts'
import { preferDraft } from '../../shared/drafts/form-drafts.ts'
import { removeDraftWithUndo, type StoredDraft, storedDrafts } from '../../shared/drafts/storage.ts'
import { Button, ButtonAnchor, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { NeedsScript } from '../../ui/feedback/needs-script.tsx'
import { CardListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Time } from '../../ui/format/time.tsx'
import { describeDraft } from './describe-draft.ts'
import { PendingList } from './pending-list.tsx'

export function DraftsPage() {
  const viewer = useRequiredMember()
  return (
    <>
      <h1 tabIndex={-1} className="text-2xl">
        Your Drafts
      </h1>
      <p className="mt-1 mb-5 text-muted">Your drafts are saved on this device. Only you can see them.</p>
      <NeedsScript>Drafts need JavaScript because they’re saved only on your device.</NeedsScript>
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
        Unfinished posts, comments, notes and messages appear here.
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

/** Returns the stored drafts, and updates them when another tab changes them. */
function useDrafts(memberId: string) {
  const [drafts, setDrafts] = useState(() => storedDrafts(memberId))
  const read = () => setDrafts(storedDrafts(memberId))
  useEffect(() => {
    const read = () => setDrafts(storedDrafts(memberId))
    addEventListener('storage', read)
    return () => removeEventListener('storage', read)
  }, [memberId])
  return [drafts, read] as const
}

interface Props {
  memberId: string
  draft: StoredDraft
  onChange: () => void
}

const UNDO_FOR_MS = 10_000

function DraftItem({ memberId, draft, onChange }: Props) {
  const key = { memberId, form: draft.form, slot: draft.slot }
  const { kind, words, href, about, isWaiting } = describeDraft(draft)
  const remove = () => {
    const restore = removeDraftWithUndo(key)
    onChange()
    // The clicked button has unmounted, so move the focus to the heading.
    document.querySelector<HTMLElement>('h1')?.focus()
    toast({
      title: 'Draft deleted',
      description: words,
      lasts: UNDO_FOR_MS,
      action: {
        label: 'Undo',
        onPress: () => {
          restore()
          onChange()
        },
      },
    })
  }
  return (
    <li className="rounded-lg border border-line bg-raised p-4">
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <span className="font-semibold">{kind}</span>
        {draft.saved_at && <Time iso={draft.saved_at} />}
        {isWaiting && <span className="text-act">Not sent yet</span>}
      </p>
      <p dir="auto" className="mt-1 text-lg wrap-anywhere">
        {words || <span className="text-faint">No text yet</span>}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {href && (
          <ButtonAnchor href={href} onClick={() => preferDraft(key)}>
            Continue
          </ButtonAnchor>
        )}
        <Button kind="quiet" icon="icon-trash" onClick={remove} aria-label={`Delete ${words || kind}`}>
          Delete
        </Button>
        {about && (
          <a
            href={about.href}
            className="inline-flex min-h-8 items-center text-act underline pointer-coarse:min-h-11"
          >
            {about.label}
          </a>
        )}
      </div>
    </li>
  )
}
