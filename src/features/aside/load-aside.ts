import { client } from '../../api/core/client.ts'
import { readShared } from '../../platform/shared-reads.ts'
import { formatCompact } from '../../ui/format/format-number.ts'
import { displayName } from '../authors/display-name.ts'
import { eventTime } from '../events/times.ts'
import { previewOf } from '../markup/preview.ts'

/** As many as one takes in at a glance. */
const DISCUSSIONS = 3
const PEOPLE = 4
const NOTES = 3
/** Characters of a note: two lines. */
const NOTE_WORDS = 90

/** What an aside shows, in the words that it shows. */
interface Aside {
  discussions: { id: string; title: string; comments: string }[]
  people: { username: string; name: string; avatar_url: string | null }[]
  event: { title: string; starts_at: string; when: string } | null
}

/** What cannot be loaded is left out. */
export function loadAside(): Promise<Aside> {
  return readShared('aside', readAside)
}

async function readAside(): Promise<Aside> {
  const [discussions, people, event] = await Promise.all([
    activeDiscussions().catch(() => []),
    activePeople().catch(() => []),
    nextEvent().catch(() => null),
  ])
  return { discussions, people, event }
}

export interface TrendingNote {
  id: string
  words: string
  author: string
  likes: string
}

/** None that nobody likes. What cannot be loaded is left out. */
export function loadTrendingNotes(): Promise<TrendingNote[]> {
  return readShared('trending notes', readTrendingNotes)
}

async function readTrendingNotes(): Promise<TrendingNote[]> {
  const notes = await client.notes.list({ sort: 'trending' }).catch(() => ({ items: [] }))
  return notes.items
    .filter((note) => note.likes_count > 0 && !note.is_deleted)
    .slice(0, NOTES)
    .map(({ id, content, author, likes_count }) => ({
      id,
      words: previewOf(content, NOTE_WORDS),
      author: author ? displayName(author) : 'unknown',
      likes: `${formatCompact(likes_count)} ${likes_count === 1 ? 'like' : 'likes'}`,
    }))
}

/** What was said most about in the last days. */
async function activeDiscussions(): Promise<Aside['discussions']> {
  const { items } = await client.posts.list({ sort: 'discussed', time: 'week', limit: DISCUSSIONS })
  return items
    .filter((post) => post.comment_count > 0)
    .map(({ id, title, comment_count }) => ({
      id,
      title,
      comments: `${formatCompact(comment_count)} ${comment_count === 1 ? 'comment' : 'comments'}`,
    }))
}

/** Those who wrote most lately; where nobody did, those who joined last. */
async function activePeople(): Promise<Aside['people']> {
  const { active, newest } = await client.community.read()
  const people = active.length > 0 ? active : newest
  return people.slice(0, PEOPLE).map((person) => ({
    username: person.username,
    name: displayName(person),
    avatar_url: person.avatar_url,
  }))
}

async function nextEvent(): Promise<Aside['event']> {
  const [event] = (await client.events.list({ when: 'upcoming', limit: 1 })).items
  if (!event) return null
  const { title, starts_at, is_on } = event
  return { title, starts_at, when: is_on ? 'On now' : eventTime(event) }
}
