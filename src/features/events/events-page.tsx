import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NO_EVENTS } from './no-events.ts'

export function EventsPage() {
  return (
    <>
      <h1 className="text-2xl">Events</h1>
      <EmptyState
        icon="icon-calendar"
        title={NO_EVENTS}
        action={
          <ButtonLink to="/community" kind="quiet">
            See who is here
          </ButtonLink>
        }
      />
    </>
  )
}
