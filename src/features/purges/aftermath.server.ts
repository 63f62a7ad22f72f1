import { invalidate, type Services } from '../../api/core/context.server.ts'
import { SESSIONS_CHANNEL } from '../accounts/session/session-cache.server.ts'
import type { PublicEvent } from '../live/events.ts'
import { broadcast, publishToMember } from '../live/publish.server.ts'
import { publishToStaff } from '../moderation/staff.server.ts'
import { type Acted, announce } from '../removal/remove.server.ts'

/** What has to follow the commit of a batch. */
export interface Aftermath {
  /** Things that were dealt with; none: there are no more of this kind. */
  count: number
  tags?: string[]
  events?: PublicEvent[]
  /** Whose notifications are others now. */
  told?: (string | null)[]
  /** Posts whose images are drawn anew, or erased. */
  images?: string[]
  /** Cases that were closed or opened again. */
  cases?: string[]
  /** Whose unread messages of this sender are others now. */
  recipients?: { sender: string; ids: string[] }
  /** The name or picture of a member is another. */
  isNamed?: boolean
}

export type Announcing = Pick<Services, 'bus' | 'db' | 'jobs' | 'log'>

export async function announceBatch(services: Announcing, after: Aftermath): Promise<void> {
  const { tags = [], events = [], told = [], images = [], cases = [], recipients, isNamed } = after
  invalidate(services, 'moderation-log', ...new Set(tags))
  for (const event of events) broadcast(services, event)
  for (const member of new Set(told)) if (member) publishToMember(services, member, { type: 'notification' })
  for (const to of new Set(recipients?.ids))
    publishToMember(services, to, { type: 'messages_read', with: recipients?.sender as string, by: to })
  if (isNamed) services.bus.publish(SESSIONS_CHANNEL, null)
  for (const post_id of images) await announce(services, { ...NOTHING, post_id })
  for (const id of cases) await publishToStaff(services, id)
}

/** Of many removals what is told once. */
export function gather(acted: readonly Acted[], count: number): Aftermath {
  return {
    count,
    tags: acted.flatMap(({ tags }) => tags),
    events: acted.flatMap(({ events }) => events),
    told: acted.flatMap(({ told }) => told),
    images: acted.flatMap(({ post_id }) => post_id ?? []),
  }
}

const NOTHING: Acted = { action_id: '', tags: [], events: [], told: [], post_id: null }
