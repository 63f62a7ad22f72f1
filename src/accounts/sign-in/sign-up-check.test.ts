import { call } from '@orpc/server'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, makeAccounts, PASSWORD } from '../../../tests/accounts.ts'
import { router } from '../../app/router.server.ts'
import { SIGN_UP_CROWD } from '../policy.ts'
import { sweepAccounts } from '../sql.server.ts'
import type { Challenge, Proof } from './challenge-schema.ts'
import { makeChallenge } from './sign-up-check.server.ts'

let accounts: Accounts
let count = 0

/** A solved challenge. Reused, because each test deletes the sign-ups and solving one takes 0.5 s. */
let solved: Proof

beforeAll(async () => {
  accounts = await makeAccounts({ RATE_LIMITS: true, signUpMails: 10_000 })
  solved = await solve(await newChallenge())
})
afterAll(() => accounts.close())
beforeEach(() => accounts.db.deleteFrom('sign_ups').execute())

/** Posts from a new IP address each time. */
const post = (path: string, input: object) =>
  accounts.post(path, input, { 'x-test-address': `198.51.${(++count >> 8) & 255}.${count & 255}` })
const signUp = async (facts: object = {}) => {
  const username = `stranger_${++count}`
  const answer = await post('sign-up/email', {
    username,
    email: `${username}@example.org`,
    password: PASSWORD,
    ...facts,
  })
  return { ...answer, username }
}
const crowd = (signUps = SIGN_UP_CROWD) =>
  sql`insert into sign_ups (created_at) select now() from generate_series(1, ${signUps})`.execute(accounts.db)
const heldOf = async (username: string) => {
  const { rows } = await sql<{ is_held: boolean; held_for: string | null }>`
    select held_until_established as is_held, u.held_for from profiles p join users u on u.id = p.id
    where p.username = ${username}`.execute(accounts.db)
  return rows[0]
}
const FREE = { is_held: false, held_for: null }
const held = (held_for: string) => ({ is_held: true, held_for })
const challenge = async (): Promise<Challenge | null> =>
  (await post('sign-up/challenge', {})).body.challenge as Challenge | null
const solve = async (challenge: Challenge): Promise<Proof> => {
  const solution = await solveChallenge({ challenge, deriveKey })
  return { challenge, solution: solution as Proof['solution'] }
}
const newChallenge = () => makeChallenge(accounts.services.config)

describe('a stranger', () => {
  test('who fills in the form is free, and is asked to solve nothing', async () => {
    const { username, status } = await signUp()
    expect([status, await challenge()]).toEqual([200, null])
    expect(await heldOf(username)).toEqual(FREE)
  })

  test('who fills in the hidden field starts with approval required, and is answered as any other', async () => {
    const { username, status, body } = await signUp({ website: 'https://spam.example' })
    const other = await signUp()
    expect([status, body]).toEqual([other.status, other.body])
    expect(await heldOf(username)).toEqual(held('hidden_field'))
  })

  test('cannot say themselves that they are not held, nor that others are', async () => {
    const { username } = await signUp({ held_for: null, website: 'x' })
    expect(await heldOf(username)).toEqual(held('hidden_field'))
    const other = await signUp({ held_for: 'crowd' })
    expect(await heldOf(other.username)).toEqual(FREE)
  })

  test('is told nothing by what waits of theirs, and moderators see why', async () => {
    const { username } = await signUp({ website: 'x' })
    const { id } = await accounts.db
      .selectFrom('profiles')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    await sql`update users set email_verified = true where id = ${id}`.execute(accounts.db)
    const viewer = { id, username, full_name: null, avatar_url: null, roles: [] }
    const as = (person: typeof viewer) => ({ context: { ...accounts.asContext(person), ...limited() } })
    const { pending } = await call(router.notes.create, { content: 'My first words here' }, as(viewer))
    expect(pending).toEqual({ reasons: ['sign_up'] })
    const { moderator } = accounts.people
    const { standing } = await call(router.memberView.read, { username }, as(moderator as typeof viewer))
    expect(standing).toMatchObject({ is_held: true, held_for: 'hidden_field', established_at: null })
  })
})

const limited = () => ({ config: accounts.services.config })

describe('in a crowd of strangers', () => {
  test('the first twenty in an hour are free, and from then on who has no proof is held', async () => {
    await crowd(SIGN_UP_CROWD - 1)
    const [last, next] = [await signUp(), await signUp()]
    expect(await heldOf(last.username)).toEqual(FREE)
    expect(await heldOf(next.username)).toEqual(held('crowd'))
    expect([last.status, last.body]).toEqual([next.status, next.body])
    await sql`update sign_ups set created_at = created_at - interval '1 hour'`.execute(accounts.db)
    expect(await heldOf((await signUp()).username)).toEqual(FREE)
  })

  test('of those who come at the same moment no more than twenty are free', async () => {
    const all = await Promise.all(Array.from({ length: SIGN_UP_CROWD + 5 }, () => signUp()))
    const found = await Promise.all(all.map(({ username }) => heldOf(username)))
    expect(found.filter((each) => each?.is_held)).toHaveLength(5)
  })

  test('who has solved a challenge is free, once', async () => {
    await crowd()
    const given = await challenge()
    const proof = await solve(given as Challenge)
    const [first, second] = [await signUp({ proof }), await signUp({ proof })]
    expect(await heldOf(first.username)).toEqual(FREE)
    expect(await heldOf(second.username)).toEqual(held('crowd'))
  })

  test('a proof is still good where the name was taken', async () => {
    await crowd()
    const refused = await signUp({ proof: solved, username: accounts.people.member.username })
    expect(refused.status).toBe(409)
    expect(await heldOf((await signUp({ proof: solved })).username)).toEqual(FREE)
  })

  test('one that is made up, changed, unsolved, too late or broken is none', async () => {
    await crowd()
    const { challenge, solution } = solved
    const { parameters, signature } = challenge
    const late = { ...parameters, expiresAt: parameters.expiresAt + 3600 }
    const proofs: unknown[] = [
      { challenge: { parameters: late, signature }, solution },
      { challenge: { parameters, signature: 'ab'.repeat(32) }, solution },
      { challenge: await newChallenge(), solution },
      { challenge, solution: { counter: 1, derivedKey: parameters.keyPrefix } },
      { challenge },
      'a proof',
      [],
    ]
    for (const proof of proofs) {
      const { username, status } = await signUp({ proof })
      expect(status, JSON.stringify(proof)).toBe(200)
      expect(await heldOf(username), JSON.stringify(proof)).toEqual(held('crowd'))
    }
  })

  test('a challenge that has ended is none', async () => {
    await crowd()
    const now = Date.now
    Date.now = () => now() - 21 * 60_000
    const ended = await newChallenge().finally(() => {
      Date.now = now
    })
    const proof = await solve(ended)
    expect(await heldOf((await signUp({ proof })).username)).toEqual(held('crowd'))
  })

  test('who was invited is no stranger: free without a proof, and not counted', async () => {
    await crowd()
    const { link } = await call(
      router.invites.create,
      { uses: 2, ends_at: new Date(Date.now() + 60_000).toISOString() },
      { context: accounts.asContext(accounts.people.admin) },
    )
    const invited = await signUp({ invite: link })
    expect(await heldOf(invited.username)).toEqual(FREE)
    const { rows } = await sql`select from sign_ups`.execute(accounts.db)
    expect(rows).toHaveLength(SIGN_UP_CROWD)
    expect(await heldOf((await signUp({ invite: link, website: 'x' })).username)).toEqual(
      held('hidden_field'),
    )
  })

  test('who signs up with an address that has an account counts as any other', async () => {
    const { username } = await signUp()
    const again = { username: `${username}_again`, email: `${username}@example.org` }
    await signUp(again)
    const { rows } = await sql`select from sign_ups`.execute(accounts.db)
    expect(rows).toHaveLength(2)
  })

  test('nothing is counted or held where limits are switched off', async () => {
    await crowd()
    accounts.services.config.RATE_LIMITS = false
    try {
      const { username } = await signUp({ website: 'x' })
      expect([await heldOf(username), await challenge()]).toEqual([FREE, null])
    } finally {
      accounts.services.config.RATE_LIMITS = true
    }
  })
})

test('sign-ups are forgotten after a day', async () => {
  await sql`insert into sign_ups (created_at) values (now() - interval '25 hours'), (now())`.execute(
    accounts.db,
  )
  await sweepAccounts(accounts.db)
  const { rows } = await sql`select from sign_ups`.execute(accounts.db)
  expect(rows).toHaveLength(1)
})
