import type { Services } from '../../../api/core/context.server.ts'
import { type Jobs, job } from '../../../platform/jobs.server.ts'
import type { Deliver } from '../../../platform/mail.server.ts'
import { authSecret, signToken } from '../verification/secrets.server.ts'
import { browserName } from './browser-name.server.ts'
import { findEmailChange } from './email-sql.server.ts'
import { addressInUseEmail, confirmEmailEmail, emailChangeEmail, signInNoticeEmail } from './emails.ts'
import { findNotice } from './sign-in-notice-sql.server.ts'

interface Change {
  change_id: string
}

export const sendEmailChange = job<Change>('send-email-change')
export const sendEmailChangeNotice = job<Change>('send-email-change-notice')
export const sendSignInNotice = job<{ notice_id: string }>('send-sign-in-notice')

/** The mails about a change of address, and about a sign-in. */
export function handleSecurityJobs(
  { config, db }: Pick<Services, 'config' | 'db'>,
  jobs: Pick<Jobs, 'handle'>,
  deliver: Deliver,
): void {
  const secret = authSecret(config)
  jobs.handle(sendEmailChange, async ({ change_id }) => {
    const change = await findEmailChange(db, change_id)
    if (!change) return
    const token = signToken(secret, 'confirm-email', change.id)
    await deliver(
      change.is_taken ? addressInUseEmail(config, change) : confirmEmailEmail(config, { ...change, token }),
    )
  })
  jobs.handle(sendEmailChangeNotice, async ({ change_id }) => {
    const change = await findEmailChange(db, change_id)
    if (change)
      await deliver(
        emailChangeEmail(config, { ...change, token: signToken(secret, 'stop-email', change.id) }),
      )
  })
  jobs.handle(sendSignInNotice, async ({ notice_id }) => {
    const found = await findNotice(db, notice_id)
    if (!found) return
    const { user_agent, ...notice } = found
    const token = signToken(secret, 'sign-in-notice', notice_id)
    await deliver(signInNoticeEmail(config, { ...notice, ...browserName(user_agent), token }))
  })
}
