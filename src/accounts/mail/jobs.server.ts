import type { Services } from '../../core/context.server.ts'
import type { TokenScope } from '../../core/token-scope.ts'
import { type Job, type JobOptions, type Jobs, job } from '../../platform/jobs/jobs.server.ts'
import type { EmailMessage, MailDelivery } from '../../platform/mail/mail.server.ts'
import type { Site } from '../../platform/site.ts'
import { sweepAccessTokens } from '../access-tokens/sql.server.ts'
import { sweepEmailChanges } from '../security/email-sql.server.ts'
import { sweepDevices } from '../sign-in/devices.server.ts'
import { type Addressee, findAddressee, insertVerification, sweepAccounts } from '../sql.server.ts'
import { authSecret, signToken, unseal } from '../verification/secrets.server.ts'
import { type AccountChange, accountChangeEmail } from './account-change-email.ts'
import * as emails from './emails.ts'
import * as methodEmails from './sign-in-method-emails.ts'

interface Member {
  user_id: string
}

export const sendConfirmation = job<Member>('send-confirmation')
export const sendSignUpNotification = job<Member>('send-signup-notification')
export const sendExistingAccount = job<Member>('send-existing-account')
export const sendPasswordReset = job<Member & { sealed_token: string; by_staff?: true }>(
  'send-password-reset',
)
export const sendPasswordChanged = job<Member>('send-password-changed')
export const sendAccountChanged = job<Member & { change: AccountChange }>('send-account-changed')

export const sendAccessTokenMade = job<Member & { name: string; scope: TokenScope; expires_at: string }>(
  'send-access-token-made',
)
export const sendPasskeyAdded = job<Member & { name: string }>('send-passkey-added')
export const sendPasskeyRemoved = job<Member & { name: string }>('send-passkey-removed')
export const sendProviderConnected = job<Member & { provider: string }>('send-provider-connected')
export const sendProviderDisconnected = job<Member & { provider: string }>('send-provider-disconnected')
export const sendSecondFactorOn = job<Member>('send-second-factor-on')
export const sendSecondFactorOff = job<Member & { by_staff?: true }>('send-second-factor-off')
export const sendRecoveryCodeUsed = job<Member>('send-recovery-code-used')

const sweep = job<object>('sweep-accounts')

/** Renders the email of a job, or returns undefined to send none. */
type Write<Data> = (
  site: Site,
  member: Addressee,
  data: Data,
) => EmailMessage | undefined | Promise<EmailMessage | undefined>

/** Handles the mail jobs of accounts. Sends nothing to members who have deleted their account meanwhile. */
export function handleAccountJobs(
  { config, db, siteSettings }: Pick<Services, 'config' | 'db' | 'siteSettings'>,
  jobs: Pick<Jobs, 'handle' | 'every'>,
  deliver: MailDelivery,
): void {
  const secret = authSecret(config)
  const mailing = <Data extends Member>(kind: Job<Data>, write: Write<Data>) =>
    jobs.handle(kind, async (data) => {
      const member = await findAddressee(db, data.user_id)
      const email = member && (await write(siteSettings.site, member, data))
      if (email) await deliver(email)
    })
  mailing(sendConfirmation, async (site, member) => {
    if (member.email_verified) return undefined
    const token = signToken(secret, 'verify-email', await insertVerification(db, member.id))
    return emails.verificationEmail(site, member, token)
  })
  mailing(sendSignUpNotification, (site, member) =>
    config.STAFF_EMAIL ? emails.signUpNotificationEmail(site, config.STAFF_EMAIL, member) : undefined,
  )
  mailing(sendPasswordReset, (site, member, { sealed_token, by_staff }) =>
    emails.passwordResetEmail(site, member, { token: unseal(secret, sealed_token), by_staff }),
  )
  mailing(sendExistingAccount, emails.existingAccountEmail)
  mailing(sendPasswordChanged, emails.passwordChangedEmail)
  mailing(sendAccountChanged, accountChangeEmail)
  mailing(sendAccessTokenMade, methodEmails.accessTokenMadeEmail)
  mailing(sendPasskeyAdded, methodEmails.passkeyAddedEmail)
  mailing(sendPasskeyRemoved, methodEmails.passkeyRemovedEmail)
  mailing(sendProviderConnected, methodEmails.providerConnectedEmail)
  mailing(sendProviderDisconnected, methodEmails.providerDisconnectedEmail)
  mailing(sendSecondFactorOn, methodEmails.secondFactorOnEmail)
  mailing(sendSecondFactorOff, methodEmails.secondFactorOffEmail)
  mailing(sendRecoveryCodeUsed, methodEmails.recoveryCodeUsedEmail)
  jobs.every('17 4 * * *', sweep, async () => {
    await sweepAccounts(db)
    await sweepAccessTokens(db)
    await sweepDevices(db)
    await sweepEmailChanges(db)
  })
}

/** Adds a job. If that fails, logs the error instead of failing the request. */
export async function enqueueQuietly<Data extends object>(
  { jobs, log }: Pick<Services, 'jobs' | 'log'>,
  kind: Job<Data>,
  data: Data,
  options?: JobOptions,
): Promise<void> {
  await jobs.add(kind, data, options).catch((error: unknown) => {
    log.error({ err: error, job: kind.name }, 'a job failed')
  })
}
