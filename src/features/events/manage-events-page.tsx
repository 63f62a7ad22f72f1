import { useInfiniteQuery } from '@tanstack/react-query'
import { client } from '../../api/core/client.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/format/time.tsx'
import { ManagePage } from '../manage/access.tsx'
import { ItemList } from '../manage/item-list.tsx'
import type { ForumEvent } from './contract.ts'
import { EventForm } from './event-form.tsx'
import { eventPages, type When } from './queries.ts'
import { eventTime } from './times.ts'

export function EventsPage() {
  return (
    <ManagePage to="/manage/events">
      {(viewer) => (
        <>
          <Events viewer={viewer} when="upcoming" title="Upcoming" none="Nothing is planned." />
          <Events viewer={viewer} when="past" title="Past events" none="Nothing has taken place yet." />
        </>
      )}
    </ManagePage>
  )
}

interface Props {
  viewer: Viewer
  when: When
  title: string
  none: string
}

function Events({ viewer, when, title, none }: Props) {
  const list = useInfiniteQuery({ ...eventPages(when), staleTime: 0 })
  const retry = () => void (list.data ? list.fetchNextPage() : list.refetch())
  const more = list.hasNextPage && !list.isError && (
    <Button
      kind="quiet"
      className="my-5 w-full"
      pending={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      Show more
    </Button>
  )
  const data = list.data?.pages.flatMap(({ items }) => items)
  return (
    <ItemList<ForumEvent>
      kind="event"
      collection="events"
      title={title}
      list={{ data, isPending: list.isPending, isError: list.isError, retry, more }}
      none={none}
      isClosed={when === 'past'}
      nameOf={(event) => event.title}
      form={(item, close) => <EventForm viewer={viewer} item={item} onClose={close} />}
      remove={(id) => client.events.remove({ id })}
      consequence={() => 'It goes from the pages of events and of the community.'}
    >
      {(event) => (
        <>
          <p className="text-sm font-medium text-act">
            {event.is_on ? 'On now' : <Time iso={event.starts_at} />}
          </p>
          <h3 className="text-lg leading-snug">{event.title}</h3>
          <p className="mt-0.5 text-sm text-muted">{eventTime(event)}</p>
          <p className="text-sm text-muted">{event.place ?? event.link}</p>
        </>
      )}
    </ItemList>
  )
}
