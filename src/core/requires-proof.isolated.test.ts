import { expect, test } from 'vitest'
import { operations } from '../app/operations.server.ts'

/** Paths of operations that a stolen session alone must not be able to call. */
const DELICATE =
  /\/(roles|email|second-factor|passkeys|exports|deletion|access-tokens|sessions|purge|settings|invites)(\/|$)/

/** Exempts the revocation of tokens and invites, which must be quick and grants nothing. */
function takesAway(method: string, path: string): boolean {
  return method === 'DELETE' && /\/(access-tokens$|access-tokens\/|invites\/)/.test(path)
}

test('an operation that changes who has an account, or what it may do, wants a fresh proof', () => {
  const lacking = operations.filter(
    ({ method, path, freshProof }) =>
      method !== 'GET' && !takesAway(method, path) && DELICATE.test(path) && !freshProof,
  )
  expect(lacking.map(({ name }) => `${name}: begin it with requiresProof(…) in its contract`)).toEqual([])
  expect(operations.filter(({ path }) => DELICATE.test(path)).length).toBeGreaterThan(2)
})
