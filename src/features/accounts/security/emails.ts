import { renderEmail } from '../../../platform/email.ts'
import { isolated } from '../../../platform/isolated.ts'
import type { BrowserName } from './browser-name.server.ts'
import type { LinkKind } from './links.ts'

interface SiteConfig {
  PRODUCT_NAME: string
  PUBLIC_URL: string
}

/** Of a change of address; `token` opens the one link that the mail is about. */
interface Changing {
  username: string
  old_email: string
  new_email: string
  token: string
}

/** To the new address. */
export function confirmEmailEmail(site: SiteConfig, { username, new_email, token }: Changing) {
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

/** To the new address, when it is that of an account: only who reads its mail is told so. */
export function addressInUseEmail(site: SiteConfig, { new_email }: Pick<Changing, 'new_email'>) {
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

/** To the address of before, at once. */
export function emailChangeEmail(site: SiteConfig, { username, old_email, new_email, token }: Changing) {
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

interface SignIn extends BrowserName {
  username: string
  email: string
  /** Of the network. */
  address: string | null
  /** ISO 8601. */
  created_at: string
  token: string
}

export function signInNoticeEmail(site: SiteConfig, signIn: SignIn) {
  const { browser, system, address, created_at, username, email, token } = signIn
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
