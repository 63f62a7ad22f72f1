import { type Kysely, sql } from 'kysely'
import type { Services } from '../../core/context.server.ts'
import type { DB } from '../../db/types.ts'
import { type Jobs, job } from '../../platform/jobs/jobs.server.ts'
import { renderEmail } from '../../platform/mail/email.ts'
import type { MailDelivery } from '../../platform/mail/mail.server.ts'
import type { Site } from '../../platform/site.ts'
import { eraseCaseNotes } from './notes-sql.server.ts'

const remind = job<object>('remind-moderators')
const sendReminder = job<{ to: string; count: number; hours: number }>('send-moderation-reminder')
const sweep = job<object>('sweep-cases')
const closeRemoved = job<object>('close-removed-cases')

/** Hours that a case must be open before moderators receive an email. */
const PATIENCE_HOURS = 4
/** Days after closing a case during which moderators can look up its snapshot. */
const SNAPSHOT_DAYS = 90

export function handleModerationJobs(
  { config, db, siteSettings }: Pick<Services, 'config' | 'db' | 'siteSettings'>,
  jobs: Pick<Jobs, 'handle' | 'every' | 'add'>,
  deliver: MailDelivery,
): void {
  jobs.every('11 * * * *', remind, async () => {
    const recipients = config.STAFF_EMAIL ? [{ id: null, to: config.STAFF_EMAIL }] : await listStaff(db)
    for (const { id, to } of recipients) {
      const waiting = await findOverdueCases(db, id)
      // Sends at most one email an hour to each address.
      if (waiting.count > 0)
        await jobs.add(sendReminder, { to, ...waiting }, { once: { key: to, seconds: 3600 } })
    }
  })
  jobs.handle(sendReminder, (data) => deliver(reminderEmail(siteSettings.site, data)))
  jobs.every('53 4 * * *', sweep, () => eraseSnapshots(db))
  jobs.every('*/10 * * * *', closeRemoved, () => closeRemovedCases(db))
}

/** Closes cases about removed content. A trigger does this on removal, but skips cases that are locked. */
export async function closeRemovedCases(db: Kysely<DB>): Promise<void> {
  await sql`
    update moderation_cases c set closed_at = now(), closed_by = removal.acted_by, outcome = 'upheld',
      claimed_by = null, claimed_until = null
    from removed_content r join moderation_actions removal on removal.id = r.action_id
    where c.closed_at is null and c.source in ('report', 'automatic') and r.kind = c.kind and r.id = c.target_id
      and r.kind <> 'profile' and removal.created_at > c.created_at
      and (removal.acted_as <> 'system' or removal.case_id is null)`.execute(db)
}

/** Counts cases open for too long, except those about the recipient. `hours` is the age of the oldest one. */
export async function findOverdueCases(
  db: Kysely<DB>,
  recipientId: string | null = null,
): Promise<{ count: number; hours: number }> {
  const { rows } = await sql<{ count: number; hours: number }>`
    select count(*)::integer as count,
      coalesce(floor(extract(epoch from now() - min(created_at)) / 3600), 0)::integer as hours
    from moderation_cases
    where closed_at is null and (${recipientId}::uuid is null or member_id is distinct from ${recipientId}::uuid)
      and created_at < now() - ${`${PATIENCE_HOURS} hours`}::interval`.execute(db)
  return rows[0] as { count: number; hours: number }
}

/** Deletes what was reported, and moderators' notes about it, 90 days after the case was closed. */
export async function eraseSnapshots(db: Kysely<DB>): Promise<void> {
  await sql`
    update moderation_cases set snapshot = null
    where snapshot is not null and closed_at < now() - ${`${SNAPSHOT_DAYS} days`}::interval`.execute(db)
  await eraseCaseNotes(db, `${SNAPSHOT_DAYS} days`)
}

async function listStaff(db: Kysely<DB>): Promise<{ id: string; to: string }[]> {
  const { rows } = await sql<{ id: string; to: string }>`
    select u.id, u.email as to from users u
    where u.email_verified and exists (
      select from user_roles r where r.user_id = u.id and r.role in ('moderator', 'admin'))
    order by u.email`.execute(db)
  return rows
}

/** An email with numbers only, because reported content should not be sent by email. */
function reminderEmail(
  { product, url }: Site,
  { to, count, hours }: { to: string; count: number; hours: number },
) {
  const cases = count === 1 ? '1 open case' : `${count} open cases`
  return renderEmail({
    to,
    subject: `${cases} on ${product}`,
    intro: [`${cases} awaiting a decision, the oldest for ${hours} hours.`],
    action: { label: 'Open the queue', link: `${url}/moderation/queue` },
    signature: product,
  })
}
