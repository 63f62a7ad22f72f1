import { useSyncExternalStore } from 'react'
import { onPageEvent } from '../../platform/page-protocol.ts'
import { Button } from '../../ui/button.tsx'
import { isOffline, SAVED_OFFLINE } from './send-error.ts'

interface Props {
  onSend: () => void
  isSending: boolean
}

/** Stands with a text that was sent while the forum could not be reached; offers to send it once it can. */
export function UnsentNote({ onSend, isSending }: Props) {
  const offline = useSyncExternalStore(onChange, isOffline)
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
      {offline ? SAVED_OFFLINE : 'Your text was kept on this device and has not been sent.'}
      {!offline && (
        <Button kind="link" onClick={onSend} disabled={isSending} className="min-h-8!">
          Send now
        </Button>
      )}
    </p>
  )
}

function onChange(listener: () => void) {
  const stops = [onPageEvent('back-online', listener), onPageEvent('gone-offline', listener)]
  return () => {
    for (const stop of stops) stop()
  }
}
