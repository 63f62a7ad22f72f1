import { renderEmail } from '../../../platform/email.ts'
import { isolated } from '../../../platform/isolated.ts'
import type { Site } from '../../../platform/site.ts'

interface Member {
  email: string
  username: string
}

export function verificationEmail(site: Site, member: Member, token: string) {
  return renderEmail({
    to: member.email,
    subject: `Verify your e-mail address for ${isolated(site.name)}`,
    intro: [
      `Welcome, ${member.username}.`,
      'One step is left: tell us that this address is yours. After that you can sign in.',
    ],
    action: { label: 'Verify e-mail', link: `${site.url}/?verify=${token}` },
    outro: ['The link works for 24 hours. If you did not sign up, do nothing: no account will be opened.'],
    signature: site.name,
  })
}

export function existingAccountEmail(site: Site, member: Member) {
  return renderEmail({
    to: member.email,
    subject: `You already have an account at ${isolated(site.name)}`,
    intro: [
      `Somebody, probably you, tried to sign up with this address. It already belongs to ${member.username}.`,
    ],
    action: { label: 'Sign in, or choose a new password', link: `${site.url}/auth` },
    outro: ['If that was not you, do nothing: your account is as it was.'],
    signature: site.name,
  })
}

export function passwordResetEmail(site: Site, member: Member, token: string) {
  return renderEmail({
    to: member.email,
    subject: `Choose a new password for ${isolated(site.name)}`,
    intro: [`Somebody, probably you, asked for a new password for ${member.username}.`],
    action: { label: 'Choose a password', link: `${site.url}/auth/reset?token=${token}` },
    outro: [
      'The link works once, for an hour. If you did not ask for it, do nothing: your password stays as it is.',
    ],
    signature: site.name,
  })
}

export function passwordChangedEmail(site: Site, member: Member) {
  return renderEmail({
    to: member.email,
    subject: `Your password for ${isolated(site.name)} was changed`,
    intro: [
      `The password of ${member.username} was changed just now. Whoever else was signed in is signed out.`,
    ],
    action: { label: 'If that was not you, choose another', link: `${site.url}/auth/forgot` },
    signature: site.name,
  })
}

export function signUpNotificationEmail(site: Site, staff: string, member: Member) {
  return renderEmail({
    to: staff,
    subject: `New member: ${member.username}`,
    intro: [
      `${member.username} (${member.email}) has signed up at ${isolated(site.name)} and was asked to verify the address.`,
    ],
    // The profile page doesn't exist before the address is verified.
    action: { label: 'User Management', link: `${site.url}/user-management?search=${member.username}` },
    signature: site.name,
  })
}
