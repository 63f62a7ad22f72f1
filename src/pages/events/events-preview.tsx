import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { EventItem, NO_EVENTS } from './event-item.tsx'
import { eventsPreviewQuery } from './queries.ts'

export function EventsPreview() {
  const upcoming = useQuery(eventsPreviewQuery('upcoming'))
  const past = useQuery(eventsPreviewQuery('past')).data?.items ?? []
  if (upcoming.isPending) return <RowListSkeleton count={1} label="Loading events" />
  if (!upcoming.data)
    return <ErrorState title="The events could not be loaded" onRetry={() => void upcoming.refetch()} />
  const { items } = upcoming.data
  return (
    <>
      {items.length === 0 && <p className="mt-1 text-muted">{NO_EVENTS}</p>}
      <ul>
        {items.map((event) => (
          <EventItem key={event.id} event={event} when="upcoming" as="h3" isShort />
        ))}
      </ul>
      {past.length > 0 && (
        <>
          <h3 className="eyebrow mt-4">Past events</h3>
          <ul>
            {past.map((event) => (
              <EventItem key={event.id} event={event} when="past" as="h4" isShort />
            ))}
          </ul>
        </>
      )}
      {items.length + past.length > 0 && (
        <a
          href="/events"
          className="inline-flex min-h-6 items-center text-act hover:underline max-md:min-h-11"
        >
          All events
        </a>
      )}
    </>
  )
}
