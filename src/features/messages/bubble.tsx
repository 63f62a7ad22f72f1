import { Button } from '../../ui/button.tsx'
import { ClockTime } from '../../ui/format/time.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Words } from '../../ui/prose.tsx'
import type { Outbox } from './outbox.ts'
import type { ThreadItem } from './thread-items.ts'

/** One message: one's own at the right, with how far it has come. */
export function Bubble({ line, name, outbox }: { line: ThreadItem; name: string; outbox: Outbox }) {
  const { id, content, content_html, created_at, isMine, state } = line
  return (
    <li className={`flex flex-col ${isMine ? 'items-end' : 'items-start'}`}>
      <div
        className={`max-w-[min(85%,34rem)] min-w-0 rounded-lg px-3.5 py-2 ${
          isMine ? 'rounded-br-none bg-act-ground' : 'rounded-bl-none border border-line bg-raised'
        } ${state === 'sending' ? 'opacity-70' : ''}`}
      >
        <span className="sr-only">{isMine ? 'You' : name}:</span>
        <Words html={content_html} text={content} dir="auto" />
        <p className="flex items-center justify-end gap-1.5 text-xs text-muted">
          <ClockTime iso={created_at} />
          {state && <Tick state={state} />}
        </p>
      </div>
      {state === 'failed' && (
        <p className="flex items-center gap-3 text-sm text-bad">
          Not sent
          <Button kind="link" onClick={outbox.retry}>
            Try again
          </Button>
          <Button kind="link" onClick={() => outbox.remove(id)}>
            Remove
          </Button>
        </p>
      )}
    </li>
  )
}

function Tick({ state }: { state: NonNullable<ThreadItem['state']> }) {
  const { icon, label, look } = TICKS[state]
  return (
    <span title={label} className="inline-flex">
      <Icon icon={icon} className={`size-3.5 ${look}`} />
      <span className="sr-only">{label}</span>
    </span>
  )
}

const TICKS = {
  sending: { icon: 'icon-clock', label: 'Sending', look: '' },
  failed: { icon: 'icon-circle-alert', label: 'Not sent', look: 'text-bad' },
  sent: { icon: 'icon-check', label: 'Sent', look: '' },
  read: { icon: 'icon-check-check', label: 'Read', look: 'text-act' },
} as const
