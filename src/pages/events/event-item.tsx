import { useHydrated } from '@tanstack/react-router'
import { ExternalLink } from '../../ui/external-link.tsx'
import { machineTime } from '../../ui/format/relative-time.ts'
import { Time } from '../../ui/format/time.tsx'
import { eventTime, localEventTime } from '../../ui/format/time-span.ts'
import { Icon } from '../../ui/icon.tsx'
import { ShortText } from '../../ui/prose.tsx'
import type { ForumEvent } from './contract.ts'
import type { EventPeriod } from './queries.ts'

/** Text to show instead of an empty list. */
export const NO_EVENTS = 'No events are scheduled.'

interface Props {
  event: ForumEvent
  when: EventPeriod
  as: 'h3' | 'h4'
  /** Omits the description of the event. */
  isShort?: boolean
}

export function EventItem({ event, when, as: Heading, isShort }: Props) {
  const { title, description, description_html, starts_at, place, link, is_on } = event
  return (
    <li data-list-item className="border-b border-line py-5 last:border-0">
      <p className={`text-sm font-medium ${when === 'past' ? 'text-faint' : 'text-act'}`}>
        {is_on ? 'On now' : <Time iso={starts_at} />}
      </p>
      <Heading dir="auto" className="mt-0.5 font-serif text-lg leading-snug font-semibold wrap-anywhere">
        {title}
      </Heading>
      <p className="mt-1 text-sm text-muted">
        <time dateTime={machineTime(starts_at)}>{eventTime(event)}</time>
        <ReadersTime event={event} />
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-4 text-sm text-muted">
        {place && (
          <span className="inline-flex min-w-0 items-baseline gap-1.5 wrap-anywhere">
            <Icon icon="icon-map-pin" className="size-3.5 translate-y-0.5" />
            <bdi>{place}</bdi>
          </span>
        )}
        {link && (
          <ExternalLink href={link} className="inline-flex min-h-6 items-center text-act max-md:min-h-11">
            {place ? 'More info' : 'Join online'}
            <span className="sr-only">: {title}</span>
          </ExternalLink>
        )}
      </p>
      {description && !isShort && (
        <ShortText html={description_html} text={description} className="mt-2 max-w-2xl wrap-anywhere" />
      )}
    </li>
  )
}

/** Shows the time in the reader's time zone, but only in the browser, because the server doesn't know it. */
function ReadersTime({ event }: { event: ForumEvent }) {
  const time = useHydrated() && localEventTime(event)
  return time ? <span className="text-faint"> · {time} your time</span> : null
}
