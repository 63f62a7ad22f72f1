import { expect, test } from 'vitest'
import { operations } from '../operations.server.ts'

/** What a stolen session must not be enough for: whatever changes one of these, named in the path. */
const DELICATE = /\/(roles|email|second-factor|passkeys|exports|deletion|access-tokens)(\/|$)/

/** Whoever finds a token of theirs in wrong hands shall not have to look for a password first: it gives nobody anything. */
function takesAway(method: string, path: string): boolean {
  return method === 'DELETE' && path.includes('/access-tokens')
}

test('an operation that changes who has an account, or what it may do, wants a fresh proof', () => {
  const lacking = operations.filter(
    ({ method, path, freshProof }) =>
      method !== 'GET' && !takesAway(method, path) && DELICATE.test(path) && !freshProof,
  )
  expect(lacking.map(({ name }) => `${name}: begin it with proven(…) in its contract`)).toEqual([])
  expect(operations.filter(({ path }) => DELICATE.test(path)).length).toBeGreaterThan(2)
})
