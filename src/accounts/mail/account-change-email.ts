import type { Role } from '../../core/viewer.ts'
import { isolateText } from '../../platform/bidi-isolation.ts'
import { renderEmail } from '../../platform/mail/email.ts'
import type { Site } from '../../platform/site.ts'

/** A change that an admin made to a member's account. */
export type AccountChange =
  | { kind: 'granted' | 'revoked'; role: Role }
  | { kind: 'renamed'; former: string }
  | { kind: 'email' }

interface Member {
  email: string
  username: string
}

export function accountChangeEmail(site: Site, member: Member, { change }: { change: AccountChange }) {
  const [subject, news] = textsOf(change, member.username)
  return renderEmail({
    to: member.email,
    subject: `${subject} at ${isolateText(site.name)}`,
    intro: [`An administrator of ${isolateText(site.name)} ${news}`],
    action: { label: 'Sign in', link: `${site.url}/auth` },
    signature: site.name,
  })
}

function textsOf(change: AccountChange, username: string): [subject: string, news: string] {
  switch (change.kind) {
    case 'granted':
      return ['New role', `gave ${username} the role “${change.role}”.`]
    case 'revoked':
      return ['Role removed', `removed the role “${change.role}” from ${username}.`]
    case 'renamed':
      return [
        'Username changed',
        `changed your username from ${change.former} to ${username}. Links to your former profile lead to the new one for 90 days.`,
      ]
    case 'email':
      return [
        'Email address changed',
        `set this address for the account of ${username}. Use it to sign in from now on.`,
      ]
  }
}
