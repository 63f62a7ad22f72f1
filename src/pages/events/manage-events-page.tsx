import { useInfiniteQuery } from '@tanstack/react-query'
import { ManagePage } from '../../accounts/manage-forms/access.tsx'
import type { ItemField } from '../../accounts/manage-forms/item-field.tsx'
import { ItemForm } from '../../accounts/manage-forms/item-form.tsx'
import { ItemList } from '../../accounts/manage-forms/item-list.tsx'
import { client } from '../../core/client.ts'
import type { Viewer } from '../../core/viewer.ts'
import { absoluteTime } from '../../ui/format/relative-time.ts'
import { Time } from '../../ui/format/time.tsx'
import { eventTime, toLocalInput, toUtc } from '../../ui/format/time-span.ts'
import { ListEnd } from '../../ui/list/list-end.tsx'
import type { ForumEvent } from './contract.ts'
import { eventInput } from './inputs.ts'
import { EVENT_DESCRIPTION_MAX, EVENT_TITLE_MAX, PLACE_MAX } from './policy.ts'
import { type EventPeriod, eventPages } from './queries.ts'

export function ManageEventsPage() {
  return (
    <ManagePage to="/manage/events">
      {(viewer) => (
        <>
          <Events viewer={viewer} when="upcoming" title="Upcoming" none="No upcoming events." />
          <Events viewer={viewer} when="past" title="Past events" none="No past events." />
        </>
      )}
    </ManagePage>
  )
}

interface Props {
  viewer: Viewer
  when: EventPeriod
  title: string
  none: string
}

function Events({ viewer, when, title, none }: Props) {
  const list = useInfiniteQuery({ ...eventPages(when), staleTime: 0 })
  const retry = () => void (list.data ? list.fetchNextPage() : list.refetch())
  // ItemList already shows why the list failed to load, so ListEnd must not repeat it.
  const more = !list.isError && <ListEnd list={list} failure="The events could not be loaded" />
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
      consequence={() => 'It will be removed from the events and community pages.'}
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

interface FormProps {
  viewer: Viewer
  item: ForumEvent | undefined
  onClose: () => void
}

function EventForm({ viewer, item, onClose }: FormProps) {
  return (
    <ItemForm
      viewer={viewer}
      kind="event"
      collection="events"
      item={item}
      valuesOf={valuesOf}
      readLatest={readLatest}
      schema={eventInput}
      toInput={toInput}
      create={client.events.create}
      update={client.events.update}
      fields={FIELDS}
      href="/events"
      onClose={onClose}
    />
  )
}

/** Pages to search for an event in each list. It may have moved from the upcoming to the past events. */
const PAGES_READ = 5

async function readLatest(id: string): Promise<ForumEvent | undefined> {
  for (const when of ['upcoming', 'past'] as const) {
    let cursor: string | undefined
    for (let page = 0; page < PAGES_READ; page++) {
      const { items, next } = await client.events.list({ when, ...(cursor && { cursor }) })
      const found = items.find((event) => event.id === id)
      if (found) return found
      if (!next) break
      cursor = next
    }
  }
  return undefined
}

function valuesOf(event: ForumEvent | undefined) {
  return {
    title: event?.title ?? '',
    starts_at: toLocalInput(event?.starts_at ?? null),
    ends_at: toLocalInput(event?.ends_at ?? null),
    place: event?.place ?? '',
    link: event?.link ?? '',
    description: event?.description ?? '',
  }
}

type Values = ReturnType<typeof valuesOf>

function toInput({ starts_at, ends_at, ...values }: Values) {
  return { ...values, starts_at: toUtc(starts_at), ends_at: ends_at ? toUtc(ends_at) : null }
}

function clockHint(typed: string): string {
  const zone = `In your time zone (${Intl.DateTimeFormat().resolvedOptions().timeZone}).`
  const iso = toUtc(typed)
  return iso === typed ? zone : `${zone} Shown as ${absoluteTime(iso)}.`
}

const FIELDS: readonly ItemField<keyof Values>[] = [
  { type: 'line', name: 'title', label: 'Title', limit: EVENT_TITLE_MAX, required: true },
  { type: 'time', name: 'starts_at', label: 'Starts', hint: clockHint, required: true },
  { type: 'time', name: 'ends_at', label: 'Ends', hint: (typed) => (typed ? clockHint(typed) : 'Optional.') },
  { type: 'line', name: 'place', label: 'Place', limit: PLACE_MAX, hint: 'A place, a link, or both.' },
  { type: 'link', name: 'link', label: 'Link' },
  { type: 'text', name: 'description', label: 'Description', limit: EVENT_DESCRIPTION_MAX },
]
