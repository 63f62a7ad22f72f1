import { renderEmail } from '../../../platform/email.ts'

interface SiteConfig {
  PRODUCT_NAME: string
  PUBLIC_URL: string
}

export function verificationEmail(
  site: SiteConfig,
  member: { email: string; username: string },
  token: string,
) {
  return renderEmail({
    to: member.email,
    subject: `Verify your e-mail address for ${siteName(site)}`,
    intro: [
      `Welcome, ${member.username}.`,
      'One step is left: tell us that this address is yours. After that you can sign in.',
    ],
    action: { label: 'Verify e-mail', link: `${site.PUBLIC_URL}/?verify=${token}` },
    outro: ['The link works for 24 hours. If you did not sign up, do nothing: no account will be opened.'],
    signature: siteName(site),
  })
}

export function existingAccountEmail(site: SiteConfig, member: { email: string; username: string }) {
  return renderEmail({
    to: member.email,
    subject: `You already have an account at ${siteName(site)}`,
    intro: [
      `Somebody, probably you, tried to sign up with this address. It already belongs to ${member.username}.`,
    ],
    action: { label: 'Sign in, or choose a new password', link: `${site.PUBLIC_URL}/auth` },
    outro: ['If that was not you, do nothing: your account is as it was.'],
    signature: siteName(site),
  })
}

export function passwordResetEmail(
  site: SiteConfig,
  member: { email: string; username: string },
  token: string,
) {
  return renderEmail({
    to: member.email,
    subject: `Choose a new password for ${siteName(site)}`,
    intro: [`Somebody, probably you, asked for a new password for ${member.username}.`],
    action: { label: 'Choose a password', link: `${site.PUBLIC_URL}/auth/reset?token=${token}` },
    outro: [
      'The link works once, for an hour. If you did not ask for it, do nothing: your password stays as it is.',
    ],
    signature: siteName(site),
  })
}

export function passwordChangedEmail(site: SiteConfig, member: { email: string; username: string }) {
  return renderEmail({
    to: member.email,
    subject: `Your password for ${siteName(site)} was changed`,
    intro: [
      `The password of ${member.username} was changed just now. Whoever else was signed in is signed out.`,
    ],
    action: { label: 'If that was not you, choose another', link: `${site.PUBLIC_URL}/auth/forgot` },
    signature: siteName(site),
  })
}

export function signUpNotificationEmail(
  site: SiteConfig,
  staff: string,
  member: { email: string; username: string },
) {
  return renderEmail({
    to: staff,
    subject: `New member: ${member.username}`,
    intro: [
      `${member.username} (${member.email}) has signed up at ${siteName(site)} and was asked to verify the address.`,
    ],
    // Their profile is there once the address is verified; editors find them here before that, too.
    action: {
      label: 'User Management',
      link: `${site.PUBLIC_URL}/user-management?search=${member.username}`,
    },
    signature: siteName(site),
  })
}

function siteName({ PRODUCT_NAME }: SiteConfig): string {
  return `The ${PRODUCT_NAME}`
}
