import { isolateText } from '../../platform/bidi-isolation.ts'
import { renderEmail } from '../../platform/mail/email.ts'
import type { Site } from '../../platform/site.ts'

interface Member {
  email: string
  username: string
}

export function verificationEmail(site: Site, member: Member, token: string) {
  return renderEmail({
    to: member.email,
    subject: `Verify your email address for ${isolateText(site.name)}`,
    intro: [
      `Welcome, ${member.username}.`,
      'One more step: confirm that this address is yours. Then you can sign in.',
    ],
    action: { label: 'Verify email', link: `${site.url}/?verify=${token}` },
    outro: [
      'The link works for 24 hours. If you didn’t sign up, ignore this email and no account will be created.',
    ],
    signature: site.name,
  })
}

export function existingAccountEmail(site: Site, member: Member) {
  return renderEmail({
    to: member.email,
    subject: `You already have an account at ${isolateText(site.name)}`,
    intro: [
      `Someone, probably you, tried to sign up with this address. It already belongs to ${member.username}.`,
    ],
    action: { label: 'Sign in or choose a new password', link: `${site.url}/auth` },
    outro: ['If this wasn’t you, ignore this email. Your account hasn’t changed.'],
    signature: site.name,
  })
}

interface Reset {
  token: string
  /** Whether an admin requested the link. */
  by_staff?: true | undefined
}

export function passwordResetEmail(site: Site, member: Member, { token, by_staff }: Reset) {
  const requester = by_staff ? `An administrator of ${isolateText(site.name)}` : 'Someone, probably you,'
  return renderEmail({
    to: member.email,
    subject: `Choose a new password for ${isolateText(site.name)}`,
    intro: [`${requester} requested a new password for ${member.username}.`],
    action: { label: 'Choose a new password', link: `${site.url}/auth/reset?token=${token}` },
    outro: [
      'The link works once, for an hour. If you didn’t request it, ignore this email. Your password won’t change.',
    ],
    signature: site.name,
  })
}

export function passwordChangedEmail(site: Site, member: Member) {
  return renderEmail({
    to: member.email,
    subject: `Your password for ${isolateText(site.name)} was changed`,
    intro: [`The password of ${member.username} was just changed. All other sessions were signed out.`],
    action: { label: 'Not you? Reset your password', link: `${site.url}/auth/forgot` },
    signature: site.name,
  })
}

export function testEmail(site: Site, to: string) {
  return renderEmail({
    to,
    subject: `Test email from ${isolateText(site.name)}`,
    intro: ['You requested this email on the dashboard. If you can read it, the forum can send email.'],
    action: { label: 'Open the dashboard', link: `${site.url}/manage/dashboard` },
    outro: ['Did it land in the spam folder? Then check SPF, DKIM and DMARC of your domain.'],
    signature: site.name,
  })
}

export function signUpNotificationEmail(site: Site, staff: string, member: Member) {
  return renderEmail({
    to: staff,
    subject: `New member: ${member.username}`,
    intro: [
      `${member.username} (${member.email}) has signed up at ${isolateText(site.name)} and was asked to verify their email address.`,
    ],
    // Links to user management, because the profile page doesn't exist before the address is verified.
    action: { label: 'User Management', link: `${site.url}/user-management?search=${member.username}` },
    signature: site.name,
  })
}
