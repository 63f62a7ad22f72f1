import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { client } from '../../core/client.ts'
import { readShared } from '../../core/page-rendering.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { createPreview } from '../../shared/markup/preview.ts'
import { formatCompact } from '../../ui/format/format-number.ts'
import { eventTime } from '../../ui/format/time-span.ts'

/** Time in milliseconds after which the sidebar's data is refetched. */
const STALE_AFTER = 60_000

export function sidebarQuery() {
  return queryOptions({
    queryKey: ['public', 'aside'],
    queryFn: () => readShared('aside', readAside),
    staleTime: STALE_AFTER,
  })
}

export function trendingNotesQuery() {
  return queryOptions({
    queryKey: ['public', 'aside', 'notes'],
    queryFn: () => readShared('trending notes', readTrendingNotes),
    staleTime: STALE_AFTER,
  })
}

/** Loads the sidebar. The server waits for its data, but in the browser, pages appear without it. */
export async function prefetchSidebar(queryClient: QueryClient, withNotes = false): Promise<void> {
  const loading = Promise.all([
    queryClient.prefetchQuery(sidebarQuery()),
    withNotes && queryClient.prefetchQuery(trendingNotesQuery()),
  ])
  if (typeof document === 'undefined') await loading
}

const DISCUSSIONS = 3
const PEOPLE = 4
const NOTES = 3
/** Maximum characters of a note, which fit on two lines. */
const NOTE_WORDS = 90

async function readAside() {
  const [discussions, people, event] = await Promise.all([
    activeDiscussions().catch(() => []),
    activePeople().catch(() => []),
    nextEvent().catch(() => null),
  ])
  return { discussions, people, event }
}

async function readTrendingNotes() {
  const notes = await client.notes.list({ sort: 'trending' }).catch(() => ({ items: [] }))
  return notes.items
    .filter((note) => note.likes_count > 0 && !note.is_deleted)
    .slice(0, NOTES)
    .map(({ id, content, author, likes_count }) => ({
      id,
      words: createPreview(content, NOTE_WORDS),
      author: author ? displayName(author) : 'unknown',
      likes: `${formatCompact(likes_count)} ${likes_count === 1 ? 'like' : 'likes'}`,
    }))
}

async function activeDiscussions() {
  const { items } = await client.posts.list({ sort: 'discussed', time: 'week', limit: DISCUSSIONS })
  return items
    .filter((post) => post.comment_count > 0)
    .map(({ id, title, comment_count }) => ({
      id,
      title,
      comments: `${formatCompact(comment_count)} ${comment_count === 1 ? 'comment' : 'comments'}`,
    }))
}

async function activePeople() {
  const { active, newest } = await client.community.read()
  const people = active.length > 0 ? active : newest
  return people.slice(0, PEOPLE).map((person) => ({
    username: person.username,
    name: displayName(person),
    avatar_url: person.avatar_url,
  }))
}

async function nextEvent() {
  const [event] = (await client.events.list({ when: 'upcoming', limit: 1 })).items
  if (!event) return null
  const { title, starts_at, is_on } = event
  return { title, starts_at, when: is_on ? 'On now' : eventTime(event) }
}
