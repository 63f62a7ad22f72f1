import type { Services } from '../../../api/core/context.server.ts'
import { renderEmail } from '../../../platform/email.ts'
import { isolated } from '../../../platform/isolated.ts'
import { type Jobs, job } from '../../../platform/jobs.server.ts'
import type { Deliver } from '../../../platform/mail.server.ts'
import { authSecret, signToken } from '../verification/secrets.server.ts'
import { type EmailChange, findEmailChange } from './email-sql.server.ts'
import type { LinkKind } from './links.ts'
import { findNotice, type Notice } from './sign-in-notice-sql.server.ts'
import { browserName } from './sql.server.ts'

interface Change {
  change_id: string
}

export const sendEmailChange = job<Change>('send-email-change')
export const sendEmailChangeNotice = job<Change>('send-email-change-notice')
export const sendSignInNotice = job<{ notice_id: string }>('send-sign-in-notice')

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
    const token = signToken(secret, 'sign-in-notice', notice_id)
    await deliver(signInNoticeEmail(config, found, token))
  })
}

interface SiteConfig {
  PRODUCT_NAME: string
  PUBLIC_URL: string
}

type Changing = Omit<EmailChange, 'id' | 'user_id'> & { token: string }

function confirmEmailEmail(site: SiteConfig, { username, new_email, token }: Changing) {
  return renderEmail({
    to: new_email,
    subject: `Confirm your new address for ${siteName(site)}`,
    intro: [
      `${username} wants to use this address at ${siteName(site)} from now on.`,
      'Until you confirm that it is yours, everything stays as it is.',
    ],
    action: { label: 'Confirm the address', link: linkOf(site, 'confirm', token) },
    outro: ['The link works for 24 hours. If you know nothing of this, do nothing.'],
    signature: siteName(site),
  })
}

/** Sent to the new address if it already has an account. Only its owner may learn that. */
function addressInUseEmail(site: SiteConfig, { new_email }: Pick<Changing, 'new_email'>) {
  return renderEmail({
    to: new_email,
    subject: `This address has an account at ${siteName(site)}`,
    intro: [
      `Somebody, probably you, wanted to use this address for another account at ${siteName(site)}. It has one of its own already, so nothing was changed.`,
    ],
    action: { label: 'Sign in, or choose a new password', link: `${site.PUBLIC_URL}/auth` },
    outro: ['If that was not you, do nothing: your account is as it was.'],
    signature: siteName(site),
  })
}

function emailChangeEmail(site: SiteConfig, { username, old_email, new_email, token }: Changing) {
  return renderEmail({
    to: old_email,
    subject: `The address of your account at ${siteName(site)} is about to change`,
    intro: [
      `${username} asked to use ${new_email} instead of this address. It changes when the link that we sent there is opened; until then you sign in with this one.`,
      'If that was you, there is nothing to do here.',
    ],
    action: { label: 'If it was not you, stop it', link: linkOf(site, 'stop', token) },
    outro: [
      'This link works for seven days, also after the change: it gives the account back to this address, signs everybody out and lets you choose a new password.',
    ],
    signature: siteName(site),
  })
}

function signInNoticeEmail(site: SiteConfig, notice: Notice, token: string) {
  const { user_agent, address, created_at, username, email } = notice
  const { browser, system } = browserName(user_agent)
  const device = [browser ?? 'A browser that does not say its name', system && `on ${system}`]
  const from = address ? `, from the network address ${address}` : ''
  return renderEmail({
    to: email,
    subject: `New sign-in to ${siteName(site)}`,
    intro: [
      `${username} has signed in with a browser that we have not seen before:`,
      `${device.filter(Boolean).join(' ')}${from}, on ${dayAndTime(created_at)}.`,
      'If that was you, there is nothing to do.',
    ],
    action: { label: 'It was not me', link: linkOf(site, 'stranger', token) },
    outro: ['This link works for seven days: it signs everybody out and lets you choose a new password.'],
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
  return isolated(`The ${PRODUCT_NAME}`)
}
