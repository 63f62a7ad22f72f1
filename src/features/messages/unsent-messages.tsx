import { useState } from 'react'
import { readDraft } from '../drafts/storage.ts'
import { unsentDrafts } from '../drafts/unsent.ts'
import { isWritten, threadAddress } from './outbox.ts'

/** Where a thread cannot be loaded: what was written to it and nobody heard is still here. */
export function UnsentMessages({ memberId, username }: { memberId: string; username: string }) {
  const [kept] = useState(() => keptFor(memberId, username))
  if (kept.length === 0) return null
  return (
    <section aria-label="Kept messages" className="mt-5 grid gap-2">
      <p className="text-sm text-muted">Kept on this device, and not sent yet:</p>
      {kept.map(({ form, content }) => (
        <p key={form} dir="auto" className="rounded-lg bg-act-ground px-3.5 py-2 whitespace-pre-wrap">
          {content}
        </p>
      ))}
    </section>
  )
}

/** In the order they were written. */
function keptFor(memberId: string, username: string) {
  return unsentDrafts(memberId)
    .filter(({ href }) => href === threadAddress(username))
    .toReversed()
    .flatMap(({ form }) => {
      const draft = readDraft({ memberId, form }, isWritten)
      return draft ? [{ form, content: draft.values.content }] : []
    })
}
