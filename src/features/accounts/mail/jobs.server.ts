import type { Services } from '../../../api/core/context.server.ts'
import { type Job, type JobOptions, type Jobs, job } from '../../../platform/jobs.server.ts'
import type { Deliver } from '../../../platform/mail.server.ts'
import { sweepAccessTokens } from '../access-tokens/sql.server.ts'
import { sweepEmailChanges } from '../security/email-sql.server.ts'
import { sweepDevices } from '../sign-in/devices.server.ts'
import { type Addressee, findAddressee, insertVerification, sweepAccounts } from '../sql.server.ts'
import { authSecret, signToken, unseal } from '../verification/secrets.server.ts'
import {
  existingAccountEmail,
  passwordChangedEmail,
  passwordResetEmail,
  signUpNotificationEmail,
  verificationEmail,
} from './emails.ts'

interface Member {
  user_id: string
}

export const sendConfirmation = job<Member>('send-confirmation')
export const sendSignUpNotification = job<Member>('send-signup-notification')
export const sendExistingAccount = job<Member>('send-existing-account')
export const sendPasswordReset = job<Member & { sealed_token: string }>('send-password-reset')
export const sendPasswordChanged = job<Member>('send-password-changed')
const sweep = job<object>('sweep-accounts')

/** How each of the accounts' jobs is done. A member who is gone by then gets nothing. */
export function handleAccountJobs(
  services: Pick<Services, 'config' | 'db' | 'siteSettings'>,
  jobs: Pick<Jobs, 'handle' | 'every'>,
  deliver: Deliver,
): void {
  const { config, db, siteSettings } = services
  const secret = authSecret(config)
  const mailing = <Data extends Member>(
    kind: Job<Data>,
    send: (member: Addressee, data: Data) => Promise<void> | undefined,
  ) =>
    jobs.handle(kind, async (data) => {
      const member = await findAddressee(db, data.user_id)
      if (member) await send(member, data)
    })

  mailing(sendConfirmation, async (member) => {
    if (member.email_verified) return
    const token = signToken(secret, 'verify-email', await insertVerification(db, member.id))
    await deliver(verificationEmail(siteSettings.site, member, token))
  })
  mailing(sendSignUpNotification, async (member) => {
    if (config.STAFF_EMAIL)
      await deliver(signUpNotificationEmail(siteSettings.site, config.STAFF_EMAIL, member))
  })
  mailing(sendExistingAccount, (member) => deliver(existingAccountEmail(siteSettings.site, member)))
  mailing(sendPasswordReset, (member, { sealed_token }) =>
    deliver(passwordResetEmail(siteSettings.site, member, unseal(secret, sealed_token))),
  )
  mailing(sendPasswordChanged, (member) => deliver(passwordChangedEmail(siteSettings.site, member)))
  jobs.every('17 4 * * *', sweep, async () => {
    await sweepAccounts(db)
    await sweepAccessTokens(db)
    await sweepDevices(db)
    await sweepEmailChanges(db)
  })
}

/** Adds a job that nobody waits for: what the member does succeeds without it, and its failure is only logged. */
export async function enqueueQuietly<Data extends object>(
  { jobs, log }: Pick<Services, 'jobs' | 'log'>,
  kind: Job<Data>,
  data: Data,
  options?: JobOptions,
): Promise<void> {
  await jobs.add(kind, data, options).catch((error: unknown) => {
    log.error({ err: error, job: kind.name }, 'a job was lost')
  })
}
