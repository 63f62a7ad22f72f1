import type { RefObject, UIEvent } from 'react'
import type { Viewer } from '../../core/viewer.ts'
import { ReportContentButton } from '../../moderation/reports/report-button.tsx'
import type { Author } from '../../shared/authors/contract.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { Button } from '../../ui/button.tsx'
import { ClockTime } from '../../ui/format/time.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ShortText } from '../../ui/prose.tsx'
import type { Message } from './contract.ts'
import type { Outbox, QueuedMessage } from './outbox.ts'
import {
  byDay,
  dayName,
  type GroupedItem,
  groupedItems,
  type ThreadItem,
  threadItems,
} from './thread-items.ts'

interface Props {
  viewer: Viewer
  other: Author
  items: readonly Message[]
  waiting: readonly QueuedMessage[]
  outbox: Outbox
  hasOlder: boolean
  isLoadingOlder: boolean
  loadOlder: () => Promise<void>
  scroller: RefObject<HTMLDivElement | null>
}

/** Distance from the top of the log, in pixels, at which older messages are loaded. */
const AHEAD = 400
/** Excludes an element from scroll anchoring. Otherwise, loading older messages would scroll up to them. */
const NO_ANCHOR = '[overflow-anchor:none]'

export function ThreadLog({ viewer, other, hasOlder, isLoadingOlder, loadOlder, scroller, ...rest }: Props) {
  const name = displayName(other)
  const days = byDay(threadItems(viewer.id, rest.items, rest.waiting))
  const fetchOlder = async () => {
    const hadFocus = scroller.current?.contains(document.activeElement)
    await loadOlder()
    // The "Older messages" button lost the focus: it was disabled while loading, and may have disappeared.
    if (hadFocus && document.activeElement === document.body) scroller.current?.focus({ preventScroll: true })
  }
  const onScroll = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    const { scrollHeight, clientHeight, scrollTop } = currentTarget
    if (hasOlder && !isLoadingOlder && scrollHeight - clientHeight + scrollTop < AHEAD) void fetchOlder()
  }
  return (
    <div
      ref={scroller}
      role="log"
      aria-label={`Messages with ${name}`}
      aria-busy={isLoadingOlder}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      onScroll={onScroll}
      className={THREAD_LOG_CLASS}
    >
      <div className="py-4 md:px-4">
        {hasOlder && (
          <Button
            kind="quiet"
            className={`mx-auto mb-2 flex ${NO_ANCHOR}`}
            pending={isLoadingOlder}
            onClick={fetchOlder}
          >
            Older messages
          </Button>
        )}
        {days.length === 0 && (
          <p className="py-8 text-center text-muted">
            Say hello to <bdi>{name}</bdi>.
          </p>
        )}
        <MessageDays days={days} name={name} outbox={rest.outbox} />
      </div>
    </div>
  )
}

export const THREAD_LOG_CLASS =
  'flex min-h-0 flex-1 flex-col-reverse overflow-x-hidden overflow-y-auto overscroll-contain -outline-offset-2'

interface DaysProps {
  days: ReturnType<typeof byDay<ThreadItem>>
  name: string
  outbox: Outbox | null
}

export function MessageDays({ days, name, outbox }: DaysProps) {
  return days.map(({ day, items }) => (
    <div key={day}>
      <h3
        className={`my-4 text-center font-sans text-xs leading-4.5 font-medium tracking-normal text-muted ${NO_ANCHOR}`}
      >
        <time dateTime={day}>{dayName(day)}</time>
      </h3>
      <ul>
        {groupedItems(items).map((line) => (
          <Bubble key={line.id} line={line} name={name} outbox={outbox} />
        ))}
      </ul>
    </div>
  ))
}

/** Displays a message. The last one of a group shows its time, others on hover and to screen readers. */
function Bubble({ line, name, outbox }: Omit<DaysProps, 'days'> & { line: GroupedItem }) {
  const { id, content, content_html, isMine, state, isFirst, isLast } = line
  const corner = isLast ? (isMine ? 'rounded-br-none' : 'rounded-bl-none') : ''
  return (
    <li className={`flex flex-col ${isMine ? 'items-end' : 'items-start'} ${isFirst ? 'mt-2.5' : 'mt-0.5'}`}>
      <div
        // Heights are whole pixels. Otherwise text would move slightly when messages are added below.
        className={`group relative max-w-[min(85%,34rem)] min-w-0 rounded-lg px-3.5 py-2 leading-6 ${corner} ${
          isMine ? 'bg-act-ground' : 'border border-line bg-raised'
        } ${state === 'sending' ? 'opacity-70' : ''}`}
      >
        <span className="sr-only">
          <bdi>{isMine ? 'You' : name}</bdi>:
        </span>
        <ShortText html={content_html} text={content} />
        {!isMine && outbox && (
          <ReportContentButton kind="message" id={id} author={null} isSmall className={REPORT} />
        )}
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

/** Report button beside a message. Visible on hover or focus, always on touch screens. Shifts no layout. */
const REPORT =
  'absolute top-1/2 left-full grid size-9 -translate-y-1/2 place-items-center rounded-md text-faint opacity-0 transition-opacity duration-150 group-hover:opacity-100 hover:text-text focus-visible:opacity-100 aria-disabled:opacity-100 pointer-coarse:size-11 pointer-coarse:opacity-100'

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
