import { useInfiniteQuery } from '@tanstack/react-query'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { ListEnd } from '../../ui/list/list-end.tsx'
import { EventItem } from './event-item.tsx'
import { eventPages, type When } from './queries.ts'

interface Props {
  when: When
  /** Above the list, when there is one. */
  title: string
  /** Instead of it, when there is none. */
  none: React.ReactNode
}

/** All events to come, or all that are over. */
export function EventList({ when, title, none }: Props) {
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
