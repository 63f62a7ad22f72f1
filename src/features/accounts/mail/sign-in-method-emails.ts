import type { TokenScope } from '../../../api/core/token-scope.ts'
import { renderEmail } from '../../../platform/email.ts'
import { isolated } from '../../../platform/isolated.ts'
import type { Site } from '../../../platform/site.ts'
import { SCOPE_WORDS } from '../access-tokens/policy.ts'

interface Member {
  email: string
  username: string
}

interface MadeToken {
  name: string
  scope: TokenScope
  expires_at: string
}

export function accessTokenMadeEmail(site: Site, { email, username }: Member, token: MadeToken) {
  const { name, scope, expires_at } = token
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return renderEmail({
    to: email,
    subject: `A new access token was made for your account at ${isolated(site.name)}`,
    intro: [
      `${username} has made an access token, with which a program can act as them until ${day.format(new Date(expires_at))}:`,
      `“${isolated(name)}”: ${SCOPE_WORDS[scope].name}. ${SCOPE_WORDS[scope].means}`,
      'If that was you, there is nothing to do.',
    ],
    action: { label: 'If it was not you, revoke it', link: `${site.url}/settings#access-tokens` },
    outro: ['Then choose another password: whoever made it knows the one of now.'],
    signature: site.name,
  })
}

export function passkeyAddedEmail(site: Site, member: Member, { name }: { name: string }) {
  return passkeyEmail(
    site,
    member,
    'A new passkey signs in to',
    `The passkey “${isolated(name)}” signs in as ${member.username} from now on.`,
  )
}

export function passkeyRemovedEmail(site: Site, member: Member, { name }: { name: string }) {
  return passkeyEmail(
    site,
    member,
    'A passkey signs in no more to',
    `The passkey “${isolated(name)}” signs in as ${member.username} no more, and whoever was signed in with it is signed out.`,
  )
}

function passkeyEmail(site: Site, { email }: Member, subject: string, news: string) {
  return renderEmail({
    to: email,
    subject: `${subject} ${site.name}`,
    intro: [news, 'If that was you, there is nothing to do.'],
    action: { label: 'Open the settings', link: `${site.url}/settings#security` },
    outro: [
      'If it was not you, remove there what is not yours, sign out everywhere else, and choose another password.',
    ],
    signature: site.name,
  })
}

export function providerConnectedEmail(site: Site, member: Member, { provider }: { provider: string }) {
  return providerEmail(
    site,
    member,
    `${provider} signs in to`,
    `An account at ${provider} signs in as ${member.username} from now on.`,
  )
}

export function providerDisconnectedEmail(site: Site, member: Member, { provider }: { provider: string }) {
  return providerEmail(
    site,
    member,
    `${provider} signs in no more to`,
    `The account at ${provider} signs in as ${member.username} no more.`,
  )
}

function providerEmail(site: Site, { email }: Member, subject: string, news: string) {
  return renderEmail({
    to: email,
    subject: `${subject} ${site.name}`,
    intro: [news, 'If that was you, there is nothing to do.'],
    action: { label: 'If it was not you, choose another password', link: `${site.url}/auth/forgot` },
    signature: site.name,
  })
}

export function secondFactorOnEmail(site: Site, { email, username }: Member) {
  return renderEmail({
    to: email,
    subject: `Signing in to ${isolated(site.name)} asks for a code now`,
    intro: [
      `${username} has switched on a second factor: after the password, signing in asks for a code of an authenticator app.`,
      'Keep the recovery codes where you find them without that app. Whoever else was signed in is signed out.',
    ],
    action: { label: 'If that was not you, choose another password', link: `${site.url}/auth/forgot` },
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
    subject: `Signing in to ${isolated(site.name)} asks for no code any more`,
    intro: [
      by_staff
        ? `Whoever runs ${isolated(site.name)} has taken the second factor and all passkeys from the account of ${username} and signed it out everywhere.`
        : `${username} has switched the second factor off: from now on the password alone signs in.`,
    ],
    action: { label: 'If you did not want that, choose another password', link: `${site.url}/auth/forgot` },
    signature: site.name,
  })
}

export function recoveryCodeUsedEmail(site: Site, { email, username }: Member) {
  return renderEmail({
    to: email,
    subject: `A recovery code signed in to ${isolated(site.name)}`,
    intro: [
      `${username} has signed in with a recovery code in place of a code of the app. That recovery code is used up.`,
      'If the app is lost, switch the second factor off and on again with another one.',
    ],
    action: { label: 'Open the settings', link: `${site.url}/settings#security` },
    outro: ['If that was not you, choose another password at once and make new recovery codes.'],
    signature: site.name,
  })
}
