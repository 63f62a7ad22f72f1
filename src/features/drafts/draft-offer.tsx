import { useSyncExternalStore } from 'react'
import { Button } from '../../ui/button.tsx'
import type { DraftedForm } from './drafted-form.ts'
import { wordsOfDraft } from './words.ts'

/** Offers what another tab, or an earlier visit, has of the same form. Taking it makes an offer of what was there. */
export function DraftOffer<Values extends object>({ form }: { form: DraftedForm<Values> }) {
  const [other] = useSyncExternalStore(form.subscribe, form.readOthers, form.readOthers)
  if (!other) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
      <span dir="auto" className="min-w-0 truncate">
        Another draft: {wordsOfDraft(other.values)}
      </span>
      <Button kind="link" onClick={() => form.take(other)} className="min-h-8!">
        Use this draft
      </Button>
    </p>
  )
}
