import type { Services } from '../../../api/core/context.server.ts'
import type { TokenScope } from '../../../api/core/token-scope.ts'
import { type Jobs, job } from '../../../platform/jobs.server.ts'
import type { Deliver } from '../../../platform/mail.server.ts'
import { findAddressee } from '../sql.server.ts'
import { accessTokenMadeEmail } from './emails.ts'

/** What the mail says of it, also when it was revoked by then. */
interface Made {
  user_id: string
  name: string
  scope: TokenScope
  expires_at: string
}

export const sendAccessTokenMade = job<Made>('send-access-token-made')

/** The mail about a new access token. */
export function handleAccessTokenJobs(
  { db, siteSettings }: Pick<Services, 'db' | 'siteSettings'>,
  jobs: Pick<Jobs, 'handle'>,
  deliver: Deliver,
): void {
  jobs.handle(sendAccessTokenMade, async ({ user_id, ...made }) => {
    const member = await findAddressee(db, user_id)
    if (member) await deliver(accessTokenMadeEmail(siteSettings.site, { ...member, ...made }))
  })
}
