import { Button } from '../../ui/button.tsx'
import { ClockTime } from '../../ui/format/time.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Words } from '../../ui/prose.tsx'
import { ReportEntry } from '../reports/report-entry.tsx'
import type { Outbox } from './outbox.ts'
import type { GroupedItem, ThreadItem } from './thread-items.ts'

/**
 * One message. The last of a group shows its time; the others show it on hover and to screen readers. Without an
 * outbox the conversation is read-only.
 */
export function Bubble({ line, name, outbox }: { line: GroupedItem; name: string; outbox: Outbox | null }) {
  const { id, content, content_html, isMine, state, isFirst, isLast } = line
  const corner = isLast ? (isMine ? 'rounded-br-none' : 'rounded-bl-none') : ''
  return (
    <li className={`flex flex-col ${isMine ? 'items-end' : 'items-start'} ${isFirst ? 'mt-2.5' : 'mt-0.5'}`}>
      <div
        // Whole pixels, so that messages added below do not move the text.
        className={`group relative max-w-[min(85%,34rem)] min-w-0 rounded-lg px-3.5 py-2 leading-6 ${corner} ${
          isMine ? 'bg-act-ground' : 'border border-line bg-raised'
        } ${state === 'sending' ? 'opacity-70' : ''}`}
      >
        <span className="sr-only">
          <bdi>{isMine ? 'You' : name}</bdi>:
        </span>
        <Words html={content_html} text={content} />
        {!isMine && outbox && <ReportEntry kind="message" id={id} author={null} isSmall className={REPORT} />}
        {isLast ? (
          <Progress line={line} className="justify-end" />
        ) : (
          <Progress
            line={line}
            className={`absolute top-1/2 -translate-y-1/2 px-2 whitespace-nowrap opacity-0 transition-opacity duration-150 group-hover:opacity-100 ${
              isMine ? 'right-full' : 'left-full ml-9'
            }`}
          />
        )}
      </div>
      {state === 'failed' && outbox && (
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

/** Beside the bubble, so that nothing moves. Shown on hover, on focus and on touch screens. */
const REPORT =
  'absolute top-1/2 left-full grid size-9 -translate-y-1/2 place-items-center rounded-md text-faint opacity-0 transition-opacity duration-150 group-hover:opacity-100 hover:text-text focus-visible:opacity-100 aria-disabled:opacity-100 pointer-coarse:size-11 pointer-coarse:opacity-100'

/** Time, and delivery state of own messages. */
function Progress({ line: { created_at, state }, className }: { line: ThreadItem; className: string }) {
  return (
    <p className={`flex items-center gap-1.5 text-xs leading-4.5 text-muted ${className}`}>
      <ClockTime iso={created_at} />
      {state && <Tick state={state} />}
    </p>
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
