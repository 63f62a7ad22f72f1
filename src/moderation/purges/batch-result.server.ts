import type { PublicEvent } from '../../accounts/live/events.ts'
import { broadcast, publishToMember } from '../../accounts/live/publish.server.ts'
import { SESSIONS_CHANNEL } from '../../accounts/session/session-cache.server.ts'
import { invalidate, type Services } from '../../core/context.server.ts'
import { announceRemoval, type RemovalResult } from '../removal/remove.server.ts'
import { publishToStaff } from '../staff.server.ts'

/** The effects of a batch of a purge, to be announced after its commit. */
export interface PurgeBatchResult {
  /** Number of processed items. 0 means that the step is complete. */
  count: number
  tags?: string[]
  events?: PublicEvent[]
  /** Ids of members whose notifications changed. */
  notified?: (string | null)[]
  /** Ids of posts whose social images changed. */
  images?: string[]
  /** Ids of moderation cases that were closed or reopened. */
  cases?: string[]
  /** Recipients of the purged member's unread messages, which were removed or restored. */
  recipients?: { sender: string; ids: string[] }
  /** Whether a member's name or picture changed, so that cached sessions are outdated. */
  isNamed?: boolean
}

export type PurgeServices = Pick<Services, 'bus' | 'db' | 'jobs' | 'log'>

export async function announcePurgeBatch(services: PurgeServices, after: PurgeBatchResult): Promise<void> {
  const { tags = [], events = [], notified = [], images = [], cases = [], recipients, isNamed } = after
  invalidate(services, 'moderation-log', ...new Set(tags))
  for (const event of events) broadcast(services, event)
  for (const member of new Set(notified))
    if (member) publishToMember(services, member, { type: 'notification' })
  for (const to of new Set(recipients?.ids))
    publishToMember(services, to, { type: 'messages_read', with: recipients?.sender as string, by: to })
  if (isNamed) services.bus.publish(SESSIONS_CHANNEL, null)
  for (const post_id of images) await announceRemoval(services, { ...NOTHING, post_id })
  for (const id of cases) await publishToStaff(services, id)
}

export function toPurgeBatchResult(acted: readonly RemovalResult[], count: number): PurgeBatchResult {
  return {
    count,
    tags: acted.flatMap(({ tags }) => tags),
    events: acted.flatMap(({ events }) => events),
    notified: acted.flatMap(({ notified }) => notified),
    images: acted.flatMap(({ post_id }) => post_id ?? []),
  }
}

const NOTHING: RemovalResult = { action_id: '', tags: [], events: [], notified: [], post_id: null }
