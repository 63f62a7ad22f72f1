import { call } from '@orpc/server'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { newId } from '../../platform/ids.ts'
import { type ActionEntry, recordAction } from '../record-action.server.ts'
import { ACTION_NAMES, TARGET_KINDS } from './policy.ts'
import { findBrokenEntry, findLogDigest } from './sql.server.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

type Person = 'visitor' | 'member' | 'moderator' | 'editor' | 'admin'
const as = (person: Person) => ({ context: world.asContext(world.people[person]) })
const read = (input: object = {}) => call(router.moderationActions.list, input, as('visitor'))
const act = (entry: Partial<ActionEntry> = {}) =>
  recordAction(world.db, {
    action: 'remove',
    by: world.people.moderator,
    member_id: world.people.author.id,
    kind: 'post',
    target_id: newId(),
    rule: '2. No advertising',
    reason: 'It sells something.',
    ...entry,
  })
const only = async (id: string) => {
  const [entry] = (await read({ action: id })).items
  if (!entry) throw new Error('there is no such entry')
  return entry
}
const broken = async () => (await findBrokenEntry(world.db)).broken
test('the public log says what, on what ground, by whom and when, and nothing of what moderators keep to themselves', async () => {
  const id = await act({ note: 'CANARY-NOTE', details: { title: 'CANARY-TITLE' } })
  const answer = await read({ action: id })
  expect(answer.items[0]).toMatchObject({
    id,
    action: 'remove',
    acted_as: 'moderator',
    rule: '2. No advertising',
    reason: 'It sells something.',
    acted_by: { username: world.people.moderator.username },
    member: null,
    is_redacted: false,
  })
  const text = JSON.stringify(answer)
  for (const secret of ['CANARY', world.people.author.id, 'note', 'case_id', 'details'])
    expect(text).not.toContain(secret)
})

test('moderators and admins read the rest, nobody else does', async () => {
  const id = await act({ note: 'For us', details: { title: 'Before' } })
  for (const person of ['moderator', 'admin'] as const)
    expect(await call(router.moderationActions.read, { id }, as(person))).toMatchObject({
      note: 'For us',
      details: { title: 'Before' },
      member: { username: world.people.author.username },
    })
  for (const [person, status] of [
    ['visitor', 401],
    ['member', 403],
    ['editor', 403],
  ] as const)
    await expect(call(router.moderationActions.read, { id }, as(person))).rejects.toMatchObject({ status })
  await expect(call(router.moderationActions.read, { id: newId() }, as('admin'))).rejects.toMatchObject({
    status: 404,
  })
})

test('a member is named for a suspension alone, and for a year', async () => {
  const target = { kind: 'member', target_id: world.people.author.id } as const
  const suspended = await only(await act({ action: 'suspend', ...target }))
  expect(suspended).toMatchObject({ member: { username: world.people.author.username } })
  expect(await only(await act({ action: 'warn', ...target }))).toMatchObject({
    member: null,
    target_id: null,
  })
  const old = await act({ action: 'suspend', ...target })
  await world.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update moderation_actions set created_at = now() - interval '366 days' where id = ${old}`.execute(
      trx,
    )
  })
  expect(await only(old)).toMatchObject({ member: null, target_id: null })
  await world.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`delete from moderation_actions where number >= (select number from moderation_actions where id = ${old})`.execute(
      trx,
    )
  })
})

test('it is filtered by kind, month and moderator, and goes on by number', async () => {
  const admins = await act({ action: 'lock', by: world.people.admin })
  const ids = [await act({ action: 'lock' }), await act({ action: 'lock' })]
  const found = async (input: object) => (await read(input)).items.map(({ id }) => id)
  expect(await found({ action: 'lock' })).toEqual([ids[1], ids[0], admins])
  const { username } = world.people.admin
  expect(await found({ action: 'lock', moderator: username.toUpperCase() })).toEqual([admins])
  expect(await found({ moderator: 'nobody-at-all' })).toEqual([])
  const month = new Date().toISOString().slice(0, 7)
  expect(await found({ action: 'lock', month, moderator: username })).toEqual([admins])
  expect(await found({ action: 'lock', month: '2001-01' })).toEqual([])
  const first = await read({ action: 'lock', limit: 2 })
  const second = await read({ action: 'lock', limit: 2, cursor: first.next })
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([ids[1], ids[0], admins])
  expect(second.next).toBeNull()
  for (const input of [{ month: '2026-13' }, { action: 'boast' }, { cursor: 'x' }, { part_of: 'x' }])
    await expect(read(input)).rejects.toMatchObject({ status: 400 })
})

test('what belongs to an action is folded under it, and each finds the other', async () => {
  const parent = await act({ action: 'purge', kind: 'member' })
  const children = [await act({ part_of: parent }), await act({ part_of: parent, kind: 'comment' })]
  expect(await only(parent)).toMatchObject({ parts: 2 })
  const listed = (await read()).items.map(({ id }) => id)
  expect(listed).toContain(parent)
  for (const id of children) expect(listed).not.toContain(id)
  const removals = (await read({ action: 'remove' })).items.map(({ id }) => id)
  expect(removals).toEqual(expect.arrayContaining(children))
  expect((await read({ part_of: parent })).items.map(({ id }) => id)).toEqual(children.toReversed())
  expect(await only(children[0] as string)).toMatchObject({ part_of: parent })
  const undone = await act({ action: 'undo_purge', kind: 'member', reverts: parent })
  expect(await only(parent)).toMatchObject({ reverted_by: undone })
})

test('an admin takes a reason out, which is an entry of its own and breaks nothing', async () => {
  const id = await act({ reason: 'CANARY-REASON' })
  await expect(call(router.moderationActions.redact, { id }, as('moderator'))).rejects.toMatchObject({
    status: 403,
  })
  const redaction = await call(router.moderationActions.redact, { id, note: 'A name' }, as('admin'))
  expect(await only(id)).toMatchObject({ reason: null, is_redacted: true, rule: '2. No advertising' })
  expect(await only(redaction.id)).toMatchObject({ action: 'redact', kind: 'action', target_id: id })
  expect(JSON.stringify(await read())).not.toContain('CANARY-REASON')
  await expect(call(router.moderationActions.redact, { id }, as('admin'))).rejects.toMatchObject({
    status: 409,
  })
  await expect(call(router.moderationActions.redact, { id: newId() }, as('admin'))).rejects.toMatchObject({
    status: 404,
  })
  expect(await broken()).toBeNull()
})

test('nothing of it is changed, deleted or emptied in SQL', async () => {
  const id = await act()
  const refused = { constraint: 'moderation_actions_append_only' }
  for (const statement of [
    sql`update moderation_actions set reason = 'Another' where id = ${id}`,
    sql`update moderation_actions set action = 'restore' where id = ${id}`,
    sql`update moderation_actions set created_at = now() where id = ${id}`,
    sql`update moderation_actions set acted_by = ${world.people.admin.id} where id = ${id}`,
    sql`delete from moderation_actions where id = ${id}`,
    sql`truncate moderation_actions cascade`,
  ])
    await expect(statement.execute(world.db)).rejects.toMatchObject(refused)
})

test('fifty at once have numbers without a gap, and the chain holds', async () => {
  const before = await findBrokenEntry(world.db)
  await Promise.all(Array.from({ length: 50 }, () => act()))
  const { rows } = await sql<{ n: number; last: number }>`
    select count(*)::integer as n, max(number)::integer as last from moderation_actions`.execute(world.db)
  expect(rows[0]).toEqual({ n: before.entries + 50, last: before.entries + 50 })
  expect(await broken()).toBeNull()
})

test('it stays whole when its member and its moderator leave, who are not named any more', async () => {
  const [member, moderator] = [await world.buildMember(), await world.buildMember()]
  const id = await act({
    action: 'suspend',
    by: { ...moderator, roles: ['moderator'] },
    member_id: member.id,
    kind: 'member',
    target_id: member.id,
  })
  for (const { id: leaver } of [member, moderator])
    await sql`delete from users where id = ${leaver}`.execute(world.db)
  expect(await only(id)).toMatchObject({
    acted_by: null,
    acted_as: 'moderator',
    member: null,
    target_id: null,
  })
  expect(await broken()).toBeNull()
})

/** Changes the log without its triggers, verifies it and rolls back. Returns the first invalid entry. */
async function brokenBy(change: RawBuilder<unknown>): Promise<number | null> {
  let found: number | null = null
  const undo = new Error('take it back')
  await world.db
    .transaction()
    .execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await change.execute(trx)
      found = (await findBrokenEntry(trx)).broken
      throw undo
    })
    .catch((error) => expect(error).toBe(undo))
  return found
}

describe('a change in spite of the triggers is found', () => {
  let id: string
  let number: number

  beforeAll(async () => {
    const { id: case_id } = await world.db
      .insertInto('moderation_cases')
      .values({ source: 'report', kind: 'post', target_id: newId() })
      .returning('id')
      .executeTakeFirstOrThrow()
    id = await act({ note: 'For us', details: { title: 'Before' }, post_id: newId(), case_id })
    await act({ action: 'restore', reason: null })
    number = (await only(id)).number
  })

  test.each([
    ['action', "'lock'"],
    ['acted_by', "(select id from profiles where username = 'adam')"],
    ['acted_by', 'null'],
    ['acted_as', "'admin'"],
    ['member_id', "(select id from profiles where username = 'bo_k')"],
    ['member_id', 'null'],
    ['kind', "'note'"],
    ['target_id', 'null'],
    ['post_id', 'null'],
    ['rule', "'9. Something else'"],
    ['reason', "'Another'"],
    ['reason', 'null'],
    ['reason', 'null, redacted_at = now()'],
    ['note', "'Another'"],
    ['note', 'null'],
    ['details', "'{}'"],
    ['details', 'null'],
    ['case_id', 'null'],
    ['ends_at', 'now()'],
    ['created_at', 'now()'],
    ['sealed', 'sealed || \'{"note": ""}\''],
  ])('%s becomes %s', async (column, value) => {
    const change = sql`update moderation_actions set ${sql.raw(`${column} = ${value}`)} where id = ${id}`
    expect(await brokenBy(change)).toBe(number)
    expect(await broken()).toBeNull()
  })

  test('a reason where there was none', async () => {
    const change = sql`update moderation_actions set reason = 'Spam.' where number = ${number + 1}`
    expect(await brokenBy(change)).toBe(number + 1)
  })

  test('an entry that is missing', async () => {
    expect(await brokenBy(sql`delete from moderation_actions where id = ${id}`)).toBe(number + 1)
  })

  test('the newest entry that is missing, by the digest that was shown', async () => {
    const { newest } = await read()
    expect(newest).toEqual(await findLogDigest(world.db))
    expect(newest?.digest).toMatch(/^[\da-f]{64}$/)
    expect(await findLogDigest(world.db, number)).not.toEqual(newest)
    await act()
    expect((await read()).newest?.number).toBe((newest?.number ?? 0) + 1)
    expect(await findLogDigest(world.db, newest?.number)).toEqual(newest)
  })
})

test('the words know what the tables know', async () => {
  const { rows } = await sql<{ name: string; def: string }>`
    select conname as name, pg_get_constraintdef(oid) as def from pg_constraint
    where conname in ('moderation_actions_action_check', 'moderation_actions_kind_check')`.execute(world.db)
  const namesOf = (constraint: string) =>
    [...(rows.find(({ name }) => name === constraint)?.def ?? '').matchAll(/'(\w+)'::text/g)].map(
      ([, name]) => name,
    )
  expect(namesOf('moderation_actions_action_check').sort()).toEqual([...ACTION_NAMES].sort())
  expect(namesOf('moderation_actions_kind_check').sort()).toEqual([...TARGET_KINDS].sort())
})
