import { call, ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../src/app/operations.server.ts'
import type { Viewer } from '../../src/core/viewer.ts'
import { newId } from '../../src/platform/ids.ts'
import { makeWorld, type World } from '../world.ts'
import { type Cell, PEOPLE, type Person, ROWS, type Row } from './authorisation-table.ts'
import type { Case } from './cases/case.ts'
import { CASES } from './cases.ts'
import { PROVIDER } from './provider.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
  world.services.config.AUTH_SECRET = 'a secret for tests, 32 characters'
  world.services.config.OIDC_PROVIDERS = [PROVIDER]
  await noteWrites(world)
})
afterAll(() => world.close())

test('every operation has its lines in the table, and every line its case', () => {
  const names = operations.map(({ name }) => name)
  const tried = ROWS.filter(({ cells }) => Object.values(cells).includes('ok')).map(
    ({ operation }) => operation,
  )
  const complaints = [
    ...names
      .filter((name) => !tried.includes(name))
      .map(
        (name) => `${name}: add a line in which somebody may do it to tests/attacks/authorisation-table.ts`,
      ),
    ...ROWS.filter(({ operation }) => !names.includes(operation)).map(
      ({ name }) => `${name}: no such operation`,
    ),
    ...ROWS.filter(({ name }) => !(name in CASES)).map(
      ({ name }) => `${name}: add what it is tried with to tests/attacks/cases/, under this name`,
    ),
    ...Object.keys(CASES)
      .filter((name) => !ROWS.some((row) => row.name === name))
      .map((name) => `${name}: add its line to tests/attacks/authorisation-table.ts, or remove the case`),
  ]
  expect(complaints).toEqual([])
  expect(new Set(ROWS.map(({ name }) => name)).size).toBe(ROWS.length)
})

/** Operations that only read, but use POST: their input is long, or the response must not be cached. */
const READING = new Set([
  'viewerState.readMany',
  'me.connectProvider',
  'me.beginPasskey',
  'me.beginProof',
  'previews.create',
  'watchedWords.test',
  'dashboard.sendTestEmail',
])

/** `npm test` tries each row of the table as visitor, member, author, and the first person with `ok`. */
test.each(ROWS)('$name', (row) => attemptAs(fewOf(row), row))
test.each(ROWS)('$name: everybody else', { tags: 'all' }, (row) => {
  const few = fewOf(row)
  return attemptAs(
    PEOPLE.filter((person) => !few.includes(person)),
    row,
  )
})

function fewOf({ cells }: Row): Person[] {
  const admitted = PEOPLE.find((person) => cells[person] === 'ok')
  return PEOPLE.filter((person) => ['visitor', 'member', 'author', admitted].includes(person))
}

/** Calls a row's operation as each of these people, each with new content. Continues after a failure. */
async function attemptAs(people: Person[], { name, operation, cells }: Row) {
  for (const person of people) {
    const failure = await attemptCase(name, operation, person, cells[person]).catch((error: unknown) => error)
    expect.soft(failure, `${person}: ${cells[person]}`).toBeUndefined()
  }
}

async function attemptCase(name: string, operation: string, person: Person, cell: Cell): Promise<void> {
  const testCase = await CASES[name]?.(world)
  if (!testCase) throw new Error('has no case')
  try {
    await attempt(operation, person, cell, testCase)
  } finally {
    await testCase.undo?.()
  }
}

async function attempt(operation: string, person: Person, cell: Cell, { input, shows }: Case) {
  const { procedure, method } = operations.find(({ name }) => name === operation) ?? {}
  const reads = method === 'GET' || READING.has(operation)
  const label = `${person}: ${cell}`
  expect.soft(shows !== undefined || !reads, 'a case to read says what it shows').toBe(true)
  await drainWrites(world)
  const outcome = await call(procedure as never, input as never, {
    context: world.asContext(viewerOf(person)),
  })
    .then((answer: unknown) => ({ answer, status: undefined }))
    .catch((error: unknown) => ({ answer: error, status: error instanceof ORPCError ? error.status : error }))
  const isShown = shows !== undefined && JSON.stringify(outcome.answer)?.includes(shows)
  const hasChanged = (await drainWrites(world)) > 0

  expect.soft(outcome.status, `${label}: status`).toBe(typeof cell === 'number' ? cell : undefined)
  if (reads || cell !== 'ok') expect.soft(isShown ?? false, `${label}: is shown`).toBe(reads && cell === 'ok')
  expect.soft(hasChanged, `${label}: changes something`).toBe(!reads && cell === 'ok')
}

/** Suspends the author in the session only. Tests in moderation/sanctions cover the database's checks. */
function viewerOf(person: Person): Viewer | null {
  if (person !== 'suspended') return world.people[person]
  const told = { message: 'Please rest.', rule: null, per_day: null, ends_at: null }
  const sanctions = [{ ...told, id: newId(), kind: 'suspension' as const, action_id: newId() }]
  return { ...world.people.author, sanctions }
}

/**
 * Adds triggers that record each write to any table. A rolled-back write leaves no record. Comparing row
 * counts and latest transactions of all tables instead took 57 % of the test's time.
 */
async function noteWrites({ db }: World): Promise<void> {
  await sql`create table writes ()`.execute(db)
  await sql`create function note_write() returns trigger language plpgsql as $$
    begin insert into writes default values; return null; end $$`.execute(db)
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'writes'`.execute(db)
  for (const { name } of rows)
    await sql`create trigger note_write after insert or update or delete on ${sql.table(name)}
      for each row execute function note_write()`.execute(db)
}

/** Returns the number of rows written since the last call, and resets it. */
async function drainWrites({ db, services }: World): Promise<number> {
  await services.views.flush()
  const { rows } = await sql`delete from writes returning 1`.execute(db)
  return rows.length
}
