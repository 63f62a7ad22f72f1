import type { TokenScope } from '../../core/token-scope.ts'
import { isolateText } from '../../platform/bidi-isolation.ts'
import { renderEmail } from '../../platform/mail/email.ts'
import type { Site } from '../../platform/site.ts'
import { SCOPE_TEXT } from '../access-tokens/policy.ts'

interface Member {
  email: string
  username: string
}

interface EmailedAccessToken {
  name: string
  scope: TokenScope
  expires_at: string
}

export function accessTokenMadeEmail(site: Site, { email, username }: Member, token: EmailedAccessToken) {
  const { name, scope, expires_at } = token
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return renderEmail({
    to: email,
    subject: `New access token for your account at ${isolateText(site.name)}`,
    intro: [
      `${username} created an access token. Programs can use it to access this account until ${day.format(new Date(expires_at))}:`,
      `“${isolateText(name)}”: ${SCOPE_TEXT[scope].name}. ${SCOPE_TEXT[scope].means}`,
      'If this was you, you don’t need to do anything.',
    ],
    action: { label: 'Not you? Revoke it', link: `${site.url}/settings/security#access-tokens` },
    outro: ['If this wasn’t you, change your password too. Someone else knows it.'],
    signature: site.name,
  })
}

export function passkeyAddedEmail(site: Site, member: Member, { name }: { name: string }) {
  return passkeyEmail(
    site,
    member,
    'New passkey added at',
    `The passkey “${isolateText(name)}” was added to the account of ${member.username}.`,
  )
}

export function passkeyRemovedEmail(site: Site, member: Member, { name }: { name: string }) {
  return passkeyEmail(
    site,
    member,
    'Passkey removed at',
    `The passkey “${isolateText(name)}” was removed from the account of ${member.username}. All sessions that used it were signed out.`,
  )
}

function passkeyEmail(site: Site, { email }: Member, subject: string, news: string) {
  return renderEmail({
    to: email,
    subject: `${subject} ${site.name}`,
    intro: [news, 'If this was you, you don’t need to do anything.'],
    action: { label: 'Open settings', link: `${site.url}/settings/security` },
    outro: [
      'If this wasn’t you, remove any sign-in methods you don’t recognize, sign out all other sessions and change your password.',
    ],
    signature: site.name,
  })
}

export function providerConnectedEmail(site: Site, member: Member, { provider }: { provider: string }) {
  return providerEmail(
    site,
    member,
    `Sign-in with ${provider} turned on at`,
    `An account at ${provider} can now be used to sign in as ${member.username}.`,
  )
}

export function providerDisconnectedEmail(site: Site, member: Member, { provider }: { provider: string }) {
  return providerEmail(
    site,
    member,
    `Sign-in with ${provider} turned off at`,
    `The account at ${provider} can no longer be used to sign in as ${member.username}.`,
  )
}

function providerEmail(site: Site, { email }: Member, subject: string, news: string) {
  return renderEmail({
    to: email,
    subject: `${subject} ${site.name}`,
    intro: [news, 'If this was you, you don’t need to do anything.'],
    action: { label: 'Not you? Reset your password', link: `${site.url}/auth/forgot` },
    signature: site.name,
  })
}

export function secondFactorOnEmail(site: Site, { email, username }: Member) {
  return renderEmail({
    to: email,
    subject: `Second factor turned on at ${isolateText(site.name)}`,
    intro: [
      `${username} turned on a second factor. Signing in now requires a code from an authenticator app as well as the password.`,
      'Store your recovery codes somewhere you can find them without that app. All other sessions were signed out.',
    ],
    action: { label: 'Not you? Reset your password', link: `${site.url}/auth/forgot` },
    signature: site.name,
  })
}

export function secondFactorOffEmail(
  site: Site,
  { email, username }: Member,
  { by_staff }: { by_staff?: true },
) {
  return renderEmail({
    to: email,
    subject: `Second factor turned off at ${isolateText(site.name)}`,
    intro: [
      by_staff
        ? `An administrator of ${isolateText(site.name)} removed the second factor and all passkeys from the account of ${username} and signed out all sessions.`
        : `${username} turned off the second factor. Signing in now requires only the password.`,
    ],
    action: { label: 'Not expected? Reset your password', link: `${site.url}/auth/forgot` },
    signature: site.name,
  })
}

export function recoveryCodeUsedEmail(site: Site, { email, username }: Member) {
  return renderEmail({
    to: email,
    subject: `Recovery code used at ${isolateText(site.name)}`,
    intro: [
      `${username} signed in with a recovery code instead of a code from the app. That recovery code can’t be used again.`,
      'If you’ve lost the app, turn the second factor off, then on again with a new app.',
    ],
    action: { label: 'Open settings', link: `${site.url}/settings/security` },
    outro: ['If this wasn’t you, change your password right away and get new recovery codes.'],
    signature: site.name,
  })
}
