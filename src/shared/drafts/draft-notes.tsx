import { useSyncExternalStore } from 'react'
import { onPageEvent } from '../../platform/http/page-protocol.ts'
import { Button } from '../../ui/button.tsx'
import type { DraftedForm } from './drafted-form.ts'
import { draftTitle } from './form-drafts.ts'
import { isOffline, SAVED_OFFLINE } from './send-error.ts'

export function DraftNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
      Draft restored
      <Button kind="link" onClick={onDiscard} className="min-h-8!">
        Discard
      </Button>
    </p>
  )
}

/** Shows whether the typed text is stored on this device. */
export function DraftState<Values extends object>({ form }: { form: DraftedForm<Values> }) {
  const state = useSyncExternalStore(form.subscribe, form.readState, form.readState)
  if (!state) return null
  return <p className="text-sm text-faint">{state === 'saved' ? 'Draft saved' : 'Saving draft…'}</p>
}

/** Offers a draft from another tab or an earlier visit. If accepted, the current values become the offer. */
export function DraftOffer<Values extends object>({ form }: { form: DraftedForm<Values> }) {
  const [other] = useSyncExternalStore(form.subscribe, form.readOthers, form.readOthers)
  if (!other) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
      <span dir="auto" className="min-w-0 truncate">
        Another draft: {draftTitle(other.values)}
      </span>
      <Button kind="link" onClick={() => form.take(other)} className="min-h-8!">
        Use this draft
      </Button>
    </p>
  )
}

export function UnsentNote({ onSend, isSending }: { onSend: () => void; isSending: boolean }) {
  const offline = useSyncExternalStore(onConnectionChange, isOffline)
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
      {offline ? SAVED_OFFLINE : 'Your text is saved on this device but hasn’t been sent.'}
      {!offline && (
        <Button kind="link" onClick={onSend} disabled={isSending} className="min-h-8!">
          Send now
        </Button>
      )}
    </p>
  )
}

function onConnectionChange(listener: () => void) {
  const stops = [onPageEvent('back-online', listener), onPageEvent('gone-offline', listener)]
  return () => {
    for (const stop of stops) stop()
  }
}
