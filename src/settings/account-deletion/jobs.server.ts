import { findAddressee } from '../../accounts/sql.server.ts'
import type { Services } from '../../core/context.server.ts'
import { isolateText } from '../../platform/bidi-isolation.ts'
import { type Jobs, job } from '../../platform/jobs/jobs.server.ts'
import { renderEmail } from '../../platform/mail/email.ts'
import type { MailDelivery } from '../../platform/mail/mail.server.ts'
import type { Site } from '../../platform/site.ts'
import { calendarDate } from '../../ui/format/relative-time.ts'
import type { DeletionServices } from './batch-result.server.ts'
import type { AccountDeletion } from './contract.ts'
import { deleteMember } from './run.server.ts'
import { findDeletion, listDueDeletions, sweepFormerSanctions } from './sql.server.ts'

export const sendDeletionNotice = job<{ user_id: string; by_staff?: true }>('send-deletion-notice')
const takeOutDue = job<object>('delete-accounts')
const sweep = job<object>('sweep-kept-sanctions')

export function handleAccountDeletionJobs(
  services: DeletionServices & Pick<Services, 'siteSettings'>,
  jobs: Pick<Jobs, 'handle' | 'every'>,
  deliver: MailDelivery,
): void {
  const { db, log, siteSettings } = services
  jobs.handle(sendDeletionNotice, async ({ user_id, by_staff }) => {
    const [member, deletion] = [await findAddressee(db, user_id), await findDeletion(db, user_id)]
    if (member && deletion) await deliver(deletionEmail(siteSettings.site, member, { ...deletion, by_staff }))
  })
  // Runs every minute, so that a deletion resumes soon after a crash.
  jobs.every('* * * * *', takeOutDue, async () => {
    for (const id of await listDueDeletions(db))
      await deleteMember(services, id).catch((err: unknown) =>
        log.error({ err }, 'an account could not be deleted and will be retried'),
      )
  })
  jobs.every('41 4 * * *', sweep, () => sweepFormerSanctions(db))
}

type Deletion = AccountDeletion & { by_staff: true | undefined }

function deletionEmail(site: Site, member: { email: string; username: string }, deletion: Deletion) {
  const request = deletion.by_staff
    ? `An administrator of ${isolateText(site.name)} scheduled the account of ${member.username} for deletion.`
    : `You asked us to delete your account, ${member.username}.`
  const words = deletion.keep_content
    ? 'Your content stays, without your name.'
    : 'Your content will be deleted too. A placeholder stays where others have replied.'
  return renderEmail({
    to: member.email,
    subject: `Your account at ${isolateText(site.name)} will be deleted`,
    intro: [
      `${request} We’ll delete it on ${calendarDate(deletion.delete_at)}. ${words}`,
      'Until then, you can change your mind: sign in and select “Keep my account”.',
    ],
    action: { label: 'Sign in', link: `${site.url}/auth?redirect=%2Fsettings%23data` },
    outro: deletion.by_staff
      ? []
      : [
          'If this wasn’t you, someone else knows your password. Sign in, keep your account and change your password.',
        ],
    signature: site.name,
  })
}
