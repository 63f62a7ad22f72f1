import { sql } from 'kysely'
import type pg from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Replica } from './replica.server.ts'
import { replicaReads } from './replica-reads.server.ts'

/** A pool that says what it was asked, and fails as it is told. */
class Pool {
  readonly asked: string[] = []
  readonly released: unknown[] = []
  failure: Error | undefined
  isBusy = false
  hangs = false

  async connect() {
    if (this.isBusy) await new Promise(() => undefined)
    let isInTransaction = false
    return {
      query: async (statement: string) => {
        this.asked.push(statement)
        if (this.hangs) await new Promise(() => undefined)
        if (this.failure) throw this.failure
        if (statement === 'begin') isInTransaction = true
        return { command: 'SELECT', rows: [] }
      },
      getTransactionStatus: () => (isInTransaction ? 'T' : 'I'),
      release: (isBroken?: boolean) => this.released.push(isBroken),
    }
  }
}

const silent = new Set<() => void>()
const replica = {
  late: 0,
  reads: 0,
  absence: undefined,
  isCurrent: async () => true,
  fail: vi.fn(),
  whenSilent: (leave: () => void) => {
    silent.add(leave)
    return () => silent.delete(leave)
  },
}
let primary: Pool
let copy: Pool

beforeEach(() => {
  vi.clearAllMocks()
  primary = new Pool()
  copy = new Pool()
  Object.assign(replica, { late: 0, reads: 0 })
})

const db = () =>
  replicaReads(replica as unknown as Replica, {
    primary: primary as unknown as pg.Pool,
    copy: copy as unknown as pg.Pool,
  })
const read = () => sql`select 1`.execute(db())
const failure = (code: string) => Object.assign(new Error(code), { code })

test('reads from the copy', async () => {
  await read()
  expect([copy.asked, primary.asked]).toEqual([['select 1'], []])
  expect(silent.size).toBe(0)
})

test.each(['40001', '40P01', '25006'])(
  'what the copy breaks off with %s the primary answers',
  async (code) => {
    copy.failure = failure(code)
    await read()
    expect(primary.asked).toEqual(['select 1'])
    expect(replica.fail, 'it is not away').not.toHaveBeenCalled()
    expect([copy.released, primary.released]).toEqual([[false], [undefined]])
  },
)

test.each(['57014', '42P01'])('what ended with %s is not begun again', async (code) => {
  copy.failure = failure(code)
  await expect(read()).rejects.toThrow(code)
  expect(primary.asked).toEqual([])
  expect(replica.fail).not.toHaveBeenCalled()
})

test('a connection that is lost leaves the copy out, and the primary answers', async () => {
  copy.failure = failure('ECONNRESET')
  await read()
  expect(replica.fail).toHaveBeenCalledWith('ECONNRESET')
  expect(primary.asked).toEqual(['select 1'])
  expect(copy.released).toEqual([true])
})

test('a statement in flight is not waited for once the copy says nothing any more', async () => {
  copy.hangs = true
  const answer = read()
  await vi.waitFor(() => expect(silent.size).toBe(1))
  for (const leave of silent) leave()
  await answer
  expect(primary.asked).toEqual(['select 1'])
  expect(copy.released).toEqual([true])
})

test('a pool without a free connection is busy, not away', async () => {
  copy.isBusy = true
  await read()
  expect(primary.asked).toEqual(['select 1'])
  expect(replica.fail).not.toHaveBeenCalled()
  expect(replica).toMatchObject({ late: 1, reads: 0 })
})

test('a transaction stays where it began, on one connection', async () => {
  copy.failure = failure('ECONNRESET')
  const transaction = () =>
    db()
      .transaction()
      .execute((trx) => sql`select 1`.execute(trx))
  await transaction()
  expect(primary.asked).toEqual(['begin', 'select 1', 'commit'])
  expect(primary.released, 'by the one that began it').toEqual([undefined])
  copy.failure = undefined
  primary.asked.length = 0
  const broken = db()
    .transaction()
    .execute(async (trx) => {
      copy.failure = failure('ECONNRESET')
      await sql`select 1`.execute(trx)
    })
  await expect(broken).rejects.toThrow('ECONNRESET')
  expect(primary.asked).toEqual([])
})
