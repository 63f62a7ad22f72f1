import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { EventList } from './event-list.tsx'
import { NO_EVENTS } from './no-events.ts'

/** What is planned, and what was. */
export function EventsPage() {
  return (
    <>
      <h1 className="text-2xl">Events</h1>
      <EventList when="upcoming" title="Upcoming" none={<NothingPlanned />} />
      <EventList when="past" title="Past events" none={null} />
    </>
  )
}

function NothingPlanned() {
  return (
    <EmptyState
      icon="icon-calendar"
      title={NO_EVENTS}
      action={
        <ButtonLink to="/community" kind="quiet">
          See who is here
        </ButtonLink>
      }
    />
  )
}
