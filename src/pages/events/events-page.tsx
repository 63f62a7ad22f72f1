import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { ListEnd } from '../../ui/list/list-end.tsx'
import { EventItem, NO_EVENTS } from './event-item.tsx'
import { type EventPeriod, eventPages } from './queries.ts'

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
          Meet the community
        </ButtonLink>
      }
    />
  )
}

interface Props {
  when: EventPeriod
  title: string
  /** Content to show instead of an empty list. */
  none: ReactNode
}

function EventList({ when, title, none }: Props) {
  const list = useInfiniteQuery(eventPages(when))
  const items = list.data?.pages.flatMap((page) => page.items)
  if (list.isPending) return <RowListSkeleton count={3} label="Loading events" />
  if (items?.length === 0) return none
  return (
    <section aria-labelledby={when} className="mt-8">
      <h2 id={when} className="border-b border-line pb-3 text-xl">
        {title}
      </h2>
      <ul>
        {items?.map((event) => (
          <EventItem key={event.id} event={event} when={when} as="h3" />
        ))}
      </ul>
      <ListEnd list={list} failure="The events could not be loaded" />
    </section>
  )
}
