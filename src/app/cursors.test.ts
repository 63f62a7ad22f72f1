import { type AnyProcedure, call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeWorld, type World } from '../../tests/world.ts'
import { newId } from '../platform/ids.ts'
import { writeCursor } from '../platform/keyset.ts'
import { BROKEN_CURSOR } from '../platform/keyset-schema.ts'
import { operations } from './operations.server.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

/** Values for the other input fields of all lists. Each schema uses the fields that it declares. */
const INPUT = { id: newId(), username: 'nobody', search: 'words' }
/** Lists that this test skips, because their cursor is the plain id, name or number of a row. */
const PLAIN = [
  'changes.list',
  'managedAccounts.list',
  'users.list',
  'moderationActions.list',
  'webhookDeliveries.list',
  'imports.list',
]

const lists = operations.filter(({ name, procedure }) => {
  const { inputSchema } = (procedure as DeclaredProcedure)['~orpc']
  return inputSchema?.shape && 'cursor' in inputSchema.shape && !PLAIN.includes(name)
})

it('every list of the forum is looked at', () => {
  expect(lists.length).toBeGreaterThan(11)
})

it.each(lists)(
  '$name refuses a cursor that is too long or not its own, in one sentence',
  async ({ name, procedure }) => {
    const context = world.asContext(world.people.admin)
    // Creates a cursor of the wrong kind. Searches and revisions, whose cursors contain a number, get a time.
    // The other lists, whose cursors contain a time or a time window, get a number.
    const foreign = /^(searches|revisions)\./.test(name)
      ? writeCursor({ order: 'newest', key: '2026-11-22T12:00:00.000000Z', id: INPUT.id })
      : writeCursor({ order: 'top', key: 1, id: INPUT.id })
    for (const cursor of ['', 'x', 'WzEsMCwwLDAsLTEsLTFd', foreign])
      await expect
        .soft(call(procedure as AnyProcedure, { ...INPUT, cursor }, { context }), cursor)
        .rejects.toMatchObject({
          status: 400,
          code: 'BAD_REQUEST',
          message: BROKEN_CURSOR,
          data: undefined,
          defined: true,
        })
    const long = { ...INPUT, cursor: 'x'.repeat(401) }
    await expect.soft(call(procedure as AnyProcedure, long, { context }), 'too long').rejects.toMatchObject({
      status: 400,
      message: 'cursor: Enter at most 400 characters.',
      data: { field: 'cursor' },
    })
  },
)

interface DeclaredProcedure {
  '~orpc': { inputSchema?: { shape?: object } }
}
