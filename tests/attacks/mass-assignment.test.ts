// @module-tag all
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operations } from '../../src/app/operations.server.ts'
import { makeWorld, type World } from '../world.ts'
import { PEOPLE, ROWS } from './authorisation-table.ts'
import { CASES } from './cases.ts'
import { PROVIDER } from './provider.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
  world.services.config.AUTH_SECRET = 'a secret for tests, 32 characters'
  world.services.config.OIDC_PROVIDERS = [PROVIDER]
})
afterAll(() => world.close())

/** Long enough not to occur in a random id or digest. */
const NUMBER = 1_987_654_321
const TIME = '2001-02-03T04:05:06.000Z'
/** Fields that clients must not be able to set, such as counters, times and read states. */
const CLAIMS = {
  ...Object.fromEntries(
    [
      'votes_score',
      'view_count',
      'comment_count',
      'post_count',
      'likes_count',
      'replies_count',
      'followers_count',
    ].map((name) => [name, NUMBER]),
  ),
  ...Object.fromEntries(['created_at', 'edited_at', 'deleted_at', 'read_at'].map((name) => [name, TIME])),
  is_pinned: true,
  email_verified: false,
  roles: ['admin'],
  role: 'admin',
}
/** Fields that name the owner of a row. Clients must not be able to set them. */
const OWNERS = [
  'author_id',
  'user_id',
  'sender_id',
  'follower_id',
  'voter_id',
  'viewer',
  'viewer_id',
  'granted_by',
]

it('looks closely enough to see a claim come true', async () => {
  const victim = await world.buildMember()
  const before = await claimed(victim.id)
  await world.buildPost({ author: victim })
  const robbed = await claimed(victim.id)
  expect(robbed).not.toEqual(before)
  await world.buildPost({ is_pinned: true })
  await world.buildComment({ post_id: await world.buildPost(), created_at: TIME })
  const pinned = await claimed(victim.id)
  expect(pinned.pinned).not.toEqual(robbed.pinned)
  expect(pinned.rows).not.toEqual(robbed.rows)
})

const writes = ROWS.filter(({ name, operation, cells }) => {
  const isWrite = operations.some((each) => each.name === operation && each.method !== 'GET')
  return isWrite && name === operation && Object.values(cells).includes('ok')
})

it.each(writes)('$name takes nothing but what it is for', async ({ name, operation, cells }) => {
  const victim = await world.buildMember()
  const { input, undo } = (await CASES[name]?.(world)) ?? {}
  // The operations that pin and unpin a post may change `is_pinned`, so that post is not checked.
  const pinned = /\.(un)?pin$/.test(name) ? (input as { id: string }).id : undefined
  const before = await claimed(victim.id, pinned)
  const stolen = Object.fromEntries(OWNERS.map((field) => [field, victim.id]))
  const person = PEOPLE.find((each) => cells[each] === 'ok') ?? 'visitor'
  const procedure = operations.find((each) => each.name === operation)?.procedure
  const context = world.asContext(person === 'suspended' ? null : world.people[person])
  // Adds forbidden fields to the input, unless it is a file.
  const sent = input instanceof File ? input : { ...(input as object), ...CLAIMS, ...stolen }
  await call(procedure as never, sent as never, { context })
  await world.services.views.flush()
  expect(await claimed(victim.id, pinned)).toEqual(before)
  await undo?.()
})

/** Returns all rows with a forbidden value or the victim's id, and all pinned posts except `except`. */
async function claimed(victimId: string, except?: string) {
  const { rows } = await sql<{ table: string; rows: string }>`
    select relname as table, query_to_xml(format(
      'select * from %I as t where t::text like any (array[''%%%s%%'', ''%%%s%%'', ''%%%s%%''])',
      relname, ${victimId}::text, ${String(NUMBER)}::text, ${TIME.slice(0, 10)}::text), true, true, '')::text as rows
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`.execute(
    world.db,
  )
  const pinned = await world.db.selectFrom('posts').select('id').where('is_pinned', '=', true).execute()
  return {
    rows: rows.filter((row) => row.rows.trim() !== ''),
    pinned: pinned.filter(({ id }) => id !== except),
  }
}
