import type { Services } from '../../core/context.server.ts'
import { isolateText } from '../../platform/bidi-isolation.ts'
import { type Jobs, job } from '../../platform/jobs/jobs.server.ts'
import { renderEmail } from '../../platform/mail/email.ts'
import type { MailDelivery } from '../../platform/mail/mail.server.ts'
import { authSecret, signToken } from '../verification/secrets.server.ts'
import { type EmailChange, findEmailChange } from './email-sql.server.ts'
import type { LinkKind } from './links.ts'
import { findNotice, type SignInNotice } from './sign-in-notice-sql.server.ts'
import { browserName } from './sql.server.ts'

interface Change {
  change_id: string
}

export const sendEmailChange = job<Change>('send-email-change')
export const sendEmailChangeNotice = job<Change & { by_staff?: true }>('send-email-change-notice')
export const sendSignInNotice = job<{ notice_id: string }>('send-sign-in-notice')

export function handleSecurityJobs(
  { config, db }: Pick<Services, 'config' | 'db'>,
  jobs: Pick<Jobs, 'handle'>,
  deliver: MailDelivery,
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
  jobs.handle(sendEmailChangeNotice, async ({ change_id, by_staff }) => {
    const change = await findEmailChange(db, change_id)
    if (!change) return
    const write = by_staff ? emailChangedByStaffEmail : emailChangeEmail
    await deliver(write(config, { ...change, token: signToken(secret, 'stop-email', change.id) }))
  })
  jobs.handle(sendSignInNotice, async ({ notice_id }) => {
    const found = await findNotice(db, notice_id)
    if (!found) return
    const token = signToken(secret, 'sign-in-notice', notice_id)
    await deliver(signInNoticeEmail(config, found, token))
  })
}

interface SiteConfig {
  PRODUCT_NAME: string
  PUBLIC_URL: string
}

type EmailChangeMail = Omit<EmailChange, 'id' | 'user_id'> & { token: string }

function confirmEmailEmail(site: SiteConfig, { username, new_email, token }: EmailChangeMail) {
  return renderEmail({
    to: new_email,
    subject: `Confirm your new address for ${siteName(site)}`,
    intro: [
      `${username} wants to use this email address at ${siteName(site)}.`,
      'Nothing changes until you confirm that it’s yours.',
    ],
    action: { label: 'Confirm address', link: linkOf(site, 'confirm', token) },
    outro: ['The link works for 24 hours. If you didn’t request this, ignore this email.'],
    signature: siteName(site),
  })
}

/** Email to a new address that already has an account. Only the owner of the address may learn that. */
function addressInUseEmail(site: SiteConfig, { new_email }: Pick<EmailChangeMail, 'new_email'>) {
  return renderEmail({
    to: new_email,
    subject: `This address already has an account at ${siteName(site)}`,
    intro: [
      `Someone, probably you, tried to use this address for another account at ${siteName(site)}. It already has its own account, so nothing was changed.`,
    ],
    action: { label: 'Sign in or choose a new password', link: `${site.PUBLIC_URL}/auth` },
    outro: ['If this wasn’t you, ignore this email. Your account hasn’t changed.'],
    signature: siteName(site),
  })
}

function emailChangeEmail(site: SiteConfig, { username, old_email, new_email, token }: EmailChangeMail) {
  return renderEmail({
    to: old_email,
    subject: `Your email address at ${siteName(site)} is about to change`,
    intro: [
      `${username} asked to use ${new_email} instead of this address. It changes when the link we sent there is opened. Until then, sign in with this address.`,
      'If this was you, you don’t need to do anything.',
    ],
    action: { label: 'Not you? Stop the change', link: linkOf(site, 'stop', token) },
    outro: [
      'This link works for seven days, even after the change. It restores this address, signs out all sessions and lets you choose a new password.',
    ],
    signature: siteName(site),
  })
}

function emailChangedByStaffEmail(site: SiteConfig, mail: EmailChangeMail) {
  const { username, old_email, new_email, token } = mail
  return renderEmail({
    to: old_email,
    subject: `Your email address at ${siteName(site)} was changed`,
    intro: [
      `An administrator changed the address of ${username} to ${new_email}. From now on, sign in with the new address.`,
      'If you asked for this, you don’t need to do anything.',
    ],
    action: { label: 'Not expected? Undo the change', link: linkOf(site, 'stop', token) },
    outro: [
      'This link works for seven days. It restores this address, signs out all sessions and lets you choose a new password.',
    ],
    signature: siteName(site),
  })
}

function signInNoticeEmail(site: SiteConfig, notice: SignInNotice, token: string) {
  const { user_agent, address, created_at, username, email } = notice
  const { browser, system } = browserName(user_agent)
  const device = [browser ?? 'Unknown browser', system && `on ${system}`]
  const from = address ? `, from network address ${address}` : ''
  return renderEmail({
    to: email,
    subject: `New sign-in to ${siteName(site)}`,
    intro: [
      `${username} signed in from a browser we haven’t seen before:`,
      `${device.filter(Boolean).join(' ')}${from}, on ${dayAndTime(created_at)}.`,
      'If this was you, you don’t need to do anything.',
    ],
    action: { label: 'This wasn’t me', link: linkOf(site, 'stranger', token) },
    outro: ['This link works for seven days. It signs out all sessions and lets you choose a new password.'],
    signature: siteName(site),
  })
}

function linkOf({ PUBLIC_URL }: SiteConfig, kind: LinkKind, token: string): string {
  return `${PUBLIC_URL}/auth/link?${kind}=${token}`
}

function dayAndTime(iso: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(iso))} UTC`
}

function siteName({ PRODUCT_NAME }: SiteConfig): string {
  return isolateText(`The ${PRODUCT_NAME}`)
}
