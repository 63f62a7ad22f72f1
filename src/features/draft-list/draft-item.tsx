import { Button, ButtonAnchor } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Time } from '../../ui/format/time.tsx'
import { preferDraft } from '../drafts/form-drafts.ts'
import { type StoredDraft, takeDraft } from '../drafts/storage.ts'
import { listedDraft } from './listed-draft.ts'

interface Props {
  memberId: string
  draft: StoredDraft
  /** It was deleted, or is back. */
  onChange: () => void
}

/** How long a deletion can be taken back. */
const UNDO_FOR_MS = 10_000

export function DraftItem({ memberId, draft, onChange }: Props) {
  const key = { memberId, form: draft.form, slot: draft.slot }
  const { kind, words, href, about, isWaiting } = listedDraft(draft)
  const remove = () => {
    const restore = takeDraft(key)
    onChange()
    // The button that was pressed is gone.
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
        {isWaiting && <span className="text-act">Waits to be sent</span>}
      </p>
      <p dir="auto" className="mt-1 text-lg wrap-anywhere">
        {words || <span className="text-faint">No words yet</span>}
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
