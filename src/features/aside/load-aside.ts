import { client } from '../../api/core/client.ts'
import { formatCompact } from '../../ui/format/format-number.ts'
import { displayName } from '../authors/display-name.ts'
import { eventTime } from '../events/times.ts'

/** As many as one takes in at a glance. */
const DISCUSSIONS = 3
const PEOPLE = 4

/** What an aside shows, in the words that it shows. */
interface Aside {
  discussions: { id: string; title: string; comments: string }[]
  people: { username: string; name: string; avatar_url: string | null }[]
  event: { title: string; starts_at: string; when: string } | null
}

/** What cannot be loaded is left out. */
export async function loadAside(): Promise<Aside> {
  const [discussions, people, event] = await Promise.all([
    activeDiscussions().catch(() => []),
    activePeople().catch(() => []),
    nextEvent().catch(() => null),
  ])
  return { discussions, people, event }
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
