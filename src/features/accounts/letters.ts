import { written } from '../../platform/letter.ts'

interface House {
  PRODUCT_NAME: string
  PUBLIC_URL: string
}

export function confirmationLetter(house: House, member: { email: string; username: string }, token: string) {
  return written({
    to: member.email,
    subject: `Verify your e-mail address for ${named(house)}`,
    before: [
      `Welcome, ${member.username}.`,
      'One step is left: tell us that this address is yours. After that you can sign in.',
    ],
    action: { label: 'Verify e-mail', link: `${house.PUBLIC_URL}/?verify=${token}` },
    after: ['The link works for 24 hours. If you did not sign up, do nothing: no account will be opened.'],
    from: named(house),
  })
}

export function existingAccountLetter(house: House, member: { email: string; username: string }) {
  return written({
    to: member.email,
    subject: `You already have an account at ${named(house)}`,
    before: [
      `Somebody, probably you, tried to sign up with this address. It already belongs to ${member.username}.`,
    ],
    action: { label: 'Sign in, or choose a new password', link: `${house.PUBLIC_URL}/auth` },
    after: ['If that was not you, do nothing: your account is as it was.'],
    from: named(house),
  })
}

export function resetLetter(house: House, member: { email: string; username: string }, token: string) {
  return written({
    to: member.email,
    subject: `Choose a new password for ${named(house)}`,
    before: [`Somebody, probably you, asked for a new password for ${member.username}.`],
    action: { label: 'Choose a password', link: `${house.PUBLIC_URL}/auth/reset?token=${token}` },
    after: [
      'The link works once, for an hour. If you did not ask for it, do nothing: your password stays as it is.',
    ],
    from: named(house),
  })
}

export function passwordChangedLetter(house: House, member: { email: string; username: string }) {
  return written({
    to: member.email,
    subject: `Your password for ${named(house)} was changed`,
    before: [
      `The password of ${member.username} was changed just now, and everybody who was signed in with the old one is signed out.`,
    ],
    action: { label: 'If that was not you, choose another', link: `${house.PUBLIC_URL}/auth/forgot` },
    from: named(house),
  })
}

export function signUpNotice(house: House, staff: string, member: { email: string; username: string }) {
  return written({
    to: staff,
    subject: `New member: ${member.username}`,
    before: [
      `${member.username} (${member.email}) has signed up at ${named(house)} and was asked to verify the address.`,
    ],
    // Their profile is there once the address is verified; editors find them here before that, too.
    action: {
      label: 'User Management',
      link: `${house.PUBLIC_URL}/user-management?search=${member.username}`,
    },
    from: named(house),
  })
}

function named({ PRODUCT_NAME }: House): string {
  return `The ${PRODUCT_NAME}`
}
