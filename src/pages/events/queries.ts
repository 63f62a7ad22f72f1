import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'
import { descriptionTags } from '../../platform/http/head.ts'
import type { Site } from '../../platform/site.ts'
import { stripMarkup } from '../../shared/markup/preview.ts'
import type { ForumEvent } from './contract.ts'
import { EVENTS_ANNOUNCED, EVENTS_PREVIEWED } from './policy.ts'

export type EventPeriod = 'upcoming' | 'past'

export function eventPages(when: EventPeriod) {
  return api.events.list.infiniteOptions(cursorPages({ when }))
}

export function eventsPreviewQuery(when: EventPeriod) {
  return api.events.list.queryOptions({ input: { when, limit: EVENTS_PREVIEWED } })
}

interface Context {
  queryClient: QueryClient
  site: Site
}

/** Returns the page's head. The server waits for the events, which the head describes to search engines. */
export async function loadEvents({ queryClient, site }: Context): Promise<ReturnType<typeof eventsHead>> {
  const loading = Promise.all([
    queryClient.prefetchInfiniteQuery(eventPages('upcoming')),
    queryClient.prefetchInfiniteQuery(eventPages('past')),
  ])
  if (typeof document !== 'undefined') return eventsHead(site, [])
  await loading
  const upcoming = queryClient.getQueryData(eventPages('upcoming').queryKey)
  return eventsHead(site, upcoming?.pages[0]?.items.slice(0, EVENTS_ANNOUNCED) ?? [])
}

export function eventsHead(site: Site, events: ForumEvent[]) {
  const { meta, links } = descriptionTags(site, 'Events', '/events', 'Upcoming and past community events.')
  if (events.length === 0) return { meta, links }
  const graph = events.map((event) => schemaOf(site, event))
  return {
    meta: [...meta, { 'script:ld+json': { '@context': 'https://schema.org', '@graph': graph } } as object],
    links,
  }
}

/** Returns the event as a schema.org/Event for search engines. */
function schemaOf(site: Site, { title, description, starts_at, ends_at, place, link }: ForumEvent) {
  const places = [
    ...(place ? [{ '@type': 'Place', name: place, address: place }] : []),
    ...(link ? [{ '@type': 'VirtualLocation', url: link }] : []),
  ]
  return {
    '@type': 'Event',
    name: title,
    ...(description && { description: stripMarkup(description) }),
    startDate: starts_at,
    ...(ends_at && { endDate: ends_at }),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: `https://schema.org/${attendance(place, link)}EventAttendanceMode`,
    location: places.length > 1 ? places : places[0],
    organizer: { '@type': 'Organization', name: site.name, url: site.url },
  }
}

function attendance(place: string | null, link: string | null): 'Mixed' | 'Offline' | 'Online' {
  if (place && link) return 'Mixed'
  return place ? 'Offline' : 'Online'
}
