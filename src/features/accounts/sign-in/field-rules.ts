import {
  INVALID_EMAIL,
  INVALID_USERNAME,
  isEmail,
  isUsername,
  LONG_PASSWORD,
  MISSING_PASSWORD,
  PASSWORD_MAX,
  PASSWORD_MIN,
  SHORT_PASSWORD,
} from '../policy.ts'

/** What is wrong with what was typed into a field; undefined when the server would take it. */
export type FieldRule = (typed: string) => string | undefined

/** The rules of inputs.ts in its words, without the weight of schemas. Forms want a username, programs need none. */
export const fieldRules = {
  username: (typed) =>
    missing(typed, 'username') ?? (isUsername(typed.trim()) ? undefined : INVALID_USERNAME),
  email: (typed) => missing(typed, 'email') ?? (isEmail(typed.trim()) ? undefined : INVALID_EMAIL),
  password: (typed) => (typed === '' ? MISSING_PASSWORD : undefined),
  newPassword: (typed) => {
    if (typed.length < PASSWORD_MIN) return typed === '' ? MISSING_PASSWORD : SHORT_PASSWORD
    return typed.length > PASSWORD_MAX ? LONG_PASSWORD : undefined
  },
} satisfies Record<string, FieldRule>

function missing(typed: string, what: string) {
  return typed.trim() === '' ? `Please enter your ${what}.` : undefined
}
