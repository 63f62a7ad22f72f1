import type { Services } from '../../api/core/context.server.ts'
import { type Jobs, job } from '../../platform/jobs.server.ts'
import type { Deliver } from '../../platform/mail.server.ts'
import { findAddressee } from '../accounts/sql.server.ts'
import type { Announcing } from './aftermath.server.ts'
import { deletionEmail } from './emails.ts'
import { takeOut } from './run.server.ts'
import { findDeletion, listDue, sweepKeptSanctions } from './sql.server.ts'

export const sendDeletionNotice = job<{ user_id: string }>('send-deletion-notice')
const takeOutDue = job<object>('delete-accounts')
const sweep = job<object>('sweep-kept-sanctions')

export function handleLeavingJobs(
  services: Announcing & Pick<Services, 'siteSettings'>,
  jobs: Pick<Jobs, 'handle' | 'every'>,
  deliver: Deliver,
): void {
  const { db, log, siteSettings } = services
  jobs.handle(sendDeletionNotice, async ({ user_id }) => {
    const [member, deletion] = [await findAddressee(db, user_id), await findDeletion(db, user_id)]
    if (member && deletion) await deliver(deletionEmail(siteSettings.site, member, deletion))
  })
  // Each minute, so that what a process has left that was killed is taken up soon.
  jobs.every('* * * * *', takeOutDue, async () => {
    // One who cannot be taken out now does not keep the others here.
    for (const id of await listDue(db))
      await takeOut(services, id).catch((err: unknown) =>
        log.error({ err }, 'a member could not be taken out and will be tried again'),
      )
  })
  jobs.every('41 4 * * *', sweep, () => sweepKeptSanctions(db))
}
