import type { RefObject, UIEvent } from 'react'
import type { Viewer } from '../../api/core/viewer.ts'
import { Button } from '../../ui/button.tsx'
import type { Author } from '../authors/contract.ts'
import { displayName } from '../authors/display-name.ts'
import { Bubble } from './bubble.tsx'
import type { Message } from './contract.ts'
import type { Outbox, QueuedMessage } from './outbox.ts'
import { byDay, dayName, groupedItems, threadItems } from './thread-items.ts'

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

/** Pixels from the top at which older messages are loaded. */
const AHEAD = 400
/** Excludes elements above older messages from scroll anchoring, or the oldest would be shown at once. */
const NO_ANCHOR = '[overflow-anchor:none]'

/**
 * Messages by day, latest at the bottom. With column-reverse the browser starts at the end, stays there as
 * messages arrive, and does not move when older ones load.
 */
export function ThreadLog({ viewer, other, hasOlder, isLoadingOlder, loadOlder, scroller, ...rest }: Props) {
  const name = displayName(other)
  const days = byDay(threadItems(viewer.id, rest.items, rest.waiting))
  const fetchOlder = async () => {
    const hadFocus = scroller.current?.contains(document.activeElement)
    await loadOlder()
    // The button lost focus: it was disabled while loading, and may be gone.
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
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
      tabIndex={0}
      onScroll={onScroll}
      className="flex min-h-0 flex-1 flex-col-reverse overflow-x-hidden overflow-y-auto overscroll-contain -outline-offset-2"
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
        {days.map(({ day, items }) => (
          <div key={day}>
            <h3
              className={`my-4 text-center font-sans text-xs leading-4.5 font-medium tracking-normal text-muted ${NO_ANCHOR}`}
            >
              <time dateTime={day}>{dayName(day)}</time>
            </h3>
            <ul>
              {groupedItems(items).map((line) => (
                <Bubble key={line.id} line={line} name={name} outbox={rest.outbox} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </div>
  )
}
