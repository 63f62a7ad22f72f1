import { LONG_PASSWORD, PASSWORD_MAX, PASSWORD_MIN, SHORT_PASSWORD } from '../policy.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'

export interface PasswordOwner {
  username?: string | undefined
  email?: string | undefined
}

const COMMON_PASSWORD = 'This password is too common. Choose another one.'
const OWN_NAME_PASSWORD = 'Choose a password that isn’t your username or email address.'

/** Returns a message if the new password is not allowed. Used by the form and the server. */
export function findPasswordProblem(password: string, owner: PasswordOwner): string | undefined {
  if (password.length < PASSWORD_MIN) return SHORT_PASSWORD
  if (password.length > PASSWORD_MAX) return LONG_PASSWORD
  const plain = password.normalize('NFKC').toLowerCase()
  if (COMMON_PASSWORDS.has(plain) || isOneCharacter(plain)) return COMMON_PASSWORD
  return namesOf(owner).includes(folded(password)) ? OWN_NAME_PASSWORD : undefined
}

function namesOf({ username = '', email = '' }: PasswordOwner): string[] {
  const names = [username, email, email.split('@')[0] ?? ''].map(folded).filter((name) => name !== '')
  return names.flatMap((name) => [name, name + name, [...name].reverse().join('')])
}

/** Reduces a text to letters and digits: "Ada-Lin@Example.org" → "adalinexampleorg". */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function isOneCharacter(text: string): boolean {
  return new Set(text).size === 1
}
