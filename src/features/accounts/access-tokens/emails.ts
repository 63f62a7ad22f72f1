import type { TokenScope } from '../../../api/core/token-scope.ts'
import { renderEmail } from '../../../platform/email.ts'
import { isolated } from '../../../platform/isolated.ts'
import type { Site } from '../../../platform/site.ts'
import { SCOPE_WORDS } from './words.ts'

interface Made {
  email: string
  username: string
  name: string
  scope: TokenScope
  /** ISO 8601 */
  expires_at: string
}

export function accessTokenMadeEmail(site: Site, { email, username, name, scope, expires_at }: Made) {
  return renderEmail({
    to: email,
    subject: `A new access token was made for your account at ${isolated(site.name)}`,
    intro: [
      `${username} has made an access token, with which a program can act as them until ${day(expires_at)}:`,
      `“${isolated(name)}”: ${SCOPE_WORDS[scope].name}. ${SCOPE_WORDS[scope].means}`,
      'If that was you, there is nothing to do.',
    ],
    action: { label: 'If it was not you, revoke it', link: `${site.url}/settings#access-tokens` },
    outro: ['Then choose another password: whoever made it knows the one of now.'],
    signature: site.name,
  })
}

function day(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso))
}
