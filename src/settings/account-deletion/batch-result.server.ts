import type { PublicEvent } from '../../accounts/live/events.ts'
import { broadcast, publishToMember } from '../../accounts/live/publish.server.ts'
import { enqueueQuietly } from '../../accounts/mail/jobs.server.ts'
import { invalidate, type Services } from '../../core/context.server.ts'
import { updateSocialImage } from '../../shared/social-image-job.server.ts'

export interface DeletionBatchResult {
  /** Number of rows that were processed, 0 when none are left. */
  count: number
  tags?: string[]
  events?: PublicEvent[]
  notified?: (string | null)[]
  images?: string[]
  partners?: string[]
}

export type DeletionServices = Pick<Services, 'bus' | 'db' | 'files' | 'jobs' | 'log'>

export async function announceDeletionBatch(
  services: DeletionServices,
  leaverId: string,
  { tags = [], events = [], notified = [], images = [], partners = [] }: DeletionBatchResult,
): Promise<void> {
  invalidate(services, ...new Set(tags))
  for (const event of events) broadcast(services, event)
  for (const member of new Set(notified))
    if (member) publishToMember(services, member, { type: 'notification' })
  for (const partner of new Set(partners))
    publishToMember(services, partner, { type: 'messages_read', with: leaverId, by: partner })
  for (const post_id of images) await enqueueQuietly(services, updateSocialImage, { post_id })
}
