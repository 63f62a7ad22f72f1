import type { PublicEvent } from '../../accounts/live/events.ts'
import { broadcast, publishToMember } from '../../accounts/live/publish.server.ts'
import { SESSIONS_CHANNEL } from '../../accounts/session/session-cache.server.ts'
import { invalidate, type Services } from '../../core/context.server.ts'
import { announceRemoval, type RemovalResult } from '../removal/remove.server.ts'
import { publishToStaff } from '../staff.server.ts'

/** Runs after the commit of a batch. */
export interface PurgeBatchResult {
  /** Processed things; 0 ends the step. */
  count: number
  tags?: string[]
  events?: PublicEvent[]
  /** Members whose notifications changed. */
  notified?: (string | null)[]
  /** Posts whose social images changed. */
  images?: string[]
  /** Closed and reopened cases. */
  cases?: string[]
  /** Recipients of the sender's unread messages. */
  recipients?: { sender: string; ids: string[] }
  /** A name or picture changed. */
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
