import { expect, it } from 'vitest'
import { inputs } from '../inputs.ts'
import { PASSWORD_MAX } from '../policy.ts'
import { fieldRules } from './use-submit.ts'

const EMAIL = 'ada@journey.example'
const PASSWORD = 'long enough'

it.each([
  { username: 'ada_lin' },
  { username: ' ada ' },
  { username: 'ad' },
  { username: 'no spaces' },
  { username: 'a'.repeat(31) },
  { email: ' Ada@Journey.Example ' },
  { email: 'ada@nowhere' },
  { email: 'ada' },
  { email: `${'a'.repeat(250)}@journey.example` },
  { password: 'a'.repeat(9) },
  { password: 'a'.repeat(10) },
  { password: 'a'.repeat(PASSWORD_MAX + 1) },
])('the form says of %j what the server would', (typed) => {
  const { username, email, password } = { username: 'ada', email: EMAIL, password: PASSWORD, ...typed }
  const said = [fieldRules.username(username), fieldRules.email(email), fieldRules.newPassword(password)]
  const { error } = inputs.signUp.safeParse({ username, email, password })
  expect(said.find(Boolean)).toBe(error?.issues[0]?.message)
})

it('wants every field', () => {
  for (const rule of Object.values(fieldRules)) expect(rule('')).toMatch(/^Please enter your /)
  expect(fieldRules.username('  ')).toBe('Please enter your username.')
  expect(fieldRules.password('short')).toBeUndefined()
})
