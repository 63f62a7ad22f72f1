import { renderEmail } from '../../../platform/email.ts'
import { isolated } from '../../../platform/isolated.ts'
import type { Site } from '../../../platform/site.ts'

interface Member {
  email: string
  username: string
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

export function secondFactorOffEmail(site: Site, { email, username }: Member, byStaff: boolean) {
  return renderEmail({
    to: email,
    subject: `Signing in to ${isolated(site.name)} asks for no code any more`,
    intro: [
      byStaff
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
