import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importDump, smallNodebbDump, writeDump } from '../../../tests/import-dumps.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { newId } from '../../platform/ids.ts'
import { handleImportJobs } from '../jobs.server.ts'
import { nodebb } from '../nodebb/nodebb.server.ts'
import { runImport } from '../run-import.server.ts'
import { figuresOf } from './figures.ts'
import { IS_DRY_RUN, IS_RUNNING, IS_UNDONE, NO_REPORT, RUNS_PAGE } from './policy.ts'
import { deleteOldReports, writeReport } from './report-file.server.ts'
import { ImportBusyError, RunProgress, startRun } from './run-progress.server.ts'

let world: World
let dump: string

beforeAll(async () => {
  world = await makeWorld()
  world.services.jobs.add = async () => {}
  dump = writeDump(smallNodebbDump())
})
afterAll(() => world.close())
beforeEach(async () => {
  await sql`delete from posts`.execute(world.db)
  // The names of deleted members stay reserved, so the next import gives them other names.
  await sql`delete from users where id in (select id from imported where kind = 'member')`.execute(world.db)
  await sql`delete from imported`.execute(world.db)
  await sql`delete from import_runs`.execute(world.db)
  await sql`delete from concepts where name = 'Engines'`.execute(world.db)
  await sql`truncate content_changes`.execute(world.db)
})

const as = (person: keyof World['people']) => ({ context: world.asContext(world.people[person]) })
const list = (input: { cursor?: string; limit?: number } = {}) =>
  call(router.imports.list, input, as('admin'))
const newest = async () => (await list()).items[0]
const undo = (id: string, person: keyof World['people'] = 'admin') =>
  call(router.imports.remove, { id }, as(person))
const importSmall = (isDryRun = false) =>
  runImport(world.db, {
    ...{ source: nodebb, path: dump, oldAddress: 'https://old.example', isDryRun },
    ...{ onRows() {}, onRecords() {} },
  })

/** Runs the job that undoes imports. */
async function runJob(): Promise<void> {
  let work: ((signal?: AbortSignal) => Promise<void>) | undefined
  handleImportJobs(world.services, {
    every: (_cron, { name }, act) => {
      if (name === 'undo-imports') work = act
    },
  })
  await work?.()
}

const postCount = async () =>
  (await sql<{ n: number }>`select count(*)::integer as n from posts`.execute(world.db)).rows[0]?.n

describe('the list', () => {
  test('shows a finished import with the figures of its report', async () => {
    const { run } = await importSmall()
    expect(await newest()).toMatchObject({
      ...{ id: run, source: 'nodebb https://old.example', is_dry_run: false, state: 'done' },
      ...{ kept: null, problem: null, can: { undo: true } },
      finished_at: expect.any(String),
      report: {
        ...{ members: { without_password: 2, without_email: 1 }, private_categories: [expect.any(String)] },
        ...{ different_topics: 0, dead_links: 1, missing_files: 1, is_complete: true },
      },
    })
    const { records, total, report } = (await newest()) ?? {}
    expect(records).toBe(total)
    const kinds = report?.kinds.filter(({ kind }) => kind !== 'address')
    expect(kinds?.map(({ kind, found, imported, skipped }) => [kind, found, imported, skipped])).toEqual([
      ['member', 2, 2, []],
      ['concept', 2, 1, [{ reason: 'is a private category', count: 1 }]],
      ['post', 2, 1, [{ reason: 'is in a private category', count: 1 }]],
      ['comment', 1, 1, []],
    ])
  })

  test('shows a dry run, which wrote nothing and cannot be undone', async () => {
    const { run } = await importSmall(true)
    expect(await newest()).toMatchObject({
      ...{ id: run, is_dry_run: true, state: 'done', can: { undo: false } },
      report: { dead_links: 1 },
    })
    expect(await postCount()).toBe(0)
    await expect(undo(run)).rejects.toMatchObject({ code: 'CONFLICT', message: IS_DRY_RUN })
  })

  test('shows how far an import is, then that it has stopped', async () => {
    const progress = await startRun(world.db, run())
    progress.add(1200)
    await expect.poll(newest, { timeout: 5000 }).toMatchObject({ records: 1200 })
    expect(await newest()).toMatchObject({ state: 'reading', total: null, seconds_left: null })
    await sql`
      update import_runs set phase = 'writing', total = 3600, phase_started_at = clock_timestamp() - interval '100 s'`.execute(
      world.db,
    )
    const writing = await newest()
    expect(writing).toMatchObject({ state: 'writing', total: 3600, can: { undo: false } })
    expect(writing?.per_second).toBeCloseTo(12, -1)
    expect(writing?.seconds_left).toBeGreaterThan(190)
    expect(writing?.seconds_left).toBeLessThan(215)
    await progress.end()
    expect(await newest()).toMatchObject({ state: 'stopped', records: 1200, can: { undo: true } })
  })

  test('counts an import that was killed as stopped', async () => {
    await world.db
      .insertInto('import_runs')
      .values({ ...run(), seen_at: sql`now() - interval '31 s'` as never })
      .execute()
    expect(await newest()).toMatchObject({ state: 'stopped' })
  })

  test('counts an import that failed as stopped', async () => {
    const path = writeDump('COPY public.legacy_hash (_key, data) FROM stdin;\na\tb\tc\n')
    await expect(importDump(world, nodebb, path)).rejects.toThrow('Row 1')
    expect(await newest()).toMatchObject({ state: 'stopped', report: null })
  })

  test('has pages', async () => {
    for (let at = 0; at < RUNS_PAGE + 1; at++)
      await world.db.insertInto('import_runs').values(run()).execute()
    const first = await list()
    expect(first.items).toHaveLength(RUNS_PAGE)
    const rest = await list({ cursor: first.next as string })
    expect(rest).toMatchObject({ items: [{ state: 'stopped' }], next: null })
    await expect(list({ cursor: 'x' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test.each([
    ['visitor', 'UNAUTHORIZED'],
    ['member', 'FORBIDDEN'],
    ['moderator', 'FORBIDDEN'],
    ['editor', 'FORBIDDEN'],
  ] as const)('is refused to a %s', async (person, code) => {
    await expect(call(router.imports.list, {}, as(person))).rejects.toMatchObject({ code })
  })
})

const run = () => ({ source: 'nodebb', file_digest: 'a'.repeat(64), is_dry_run: false })

describe('the report', () => {
  const read = (id: string, format: 'html' | 'json', person: keyof World['people'] = 'admin') =>
    call(router.imports.report, { id, format }, as(person))

  test('is a page without script, or JSON to download', async () => {
    const report = await importSmall()
    await writeReport(world.services.config, report)
    const page = await read(report.run, 'html')
    expect(page.body.type).toBe('text/html; charset=utf-8')
    expect(page.headers['content-disposition']).toMatch(/^inline/)
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none';.* sandbox$/)
    expect(await page.body.text()).toContain('&lt;script&gt;alert(1)')
    expect(await page.body.text()).not.toContain('<script')
    const json = await read(report.run, 'json')
    expect(json.body.type).toBe('application/json')
    expect(json.headers['content-disposition']).toMatch(/^attachment/)
    expect(JSON.parse(await json.body.text())).toEqual(report)
  })

  test('is deleted after a year, because it contains texts', async () => {
    const report = await importSmall()
    const { config } = world.services
    await writeReport(config, report)
    const day = 24 * 3_600_000
    await deleteOldReports(config, Date.now() + 364 * day)
    expect((await read(report.run, 'json')).body.size).toBeGreaterThan(0)
    await deleteOldReports(config, Date.now() + 366 * day)
    await expect(read(report.run, 'json')).rejects.toMatchObject({ message: NO_REPORT })
  })

  test('lists links to what was not imported', async () => {
    expect((await importSmall()).links).toEqual({
      ...{ dead: 1, missing_files: 1 },
      links: ['/assets/uploads/files/a.png', '/topic/99/gone'],
    })
  })

  test('is refused without permission, and not found on a machine that does not have it', async () => {
    const report = await importSmall()
    const missing = { code: 'NOT_FOUND', message: NO_REPORT }
    await expect(read(report.run, 'html')).rejects.toMatchObject(missing)
    await writeReport(world.services.config, report)
    await expect(read(report.run, 'html', 'moderator')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(read(report.run, 'html', 'visitor')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(read(newId(), 'html')).rejects.toMatchObject(missing)
    await expect(read('../outbox', 'html')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(read(report.run, 'sh' as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('has few figures in the database, however many reasons there are', () => {
    const reasons = Array.from({ length: 30 }, (_, at) => ({ reason: `reason ${at}`, count: 2 }))
    const kind = { kind: 'post' as const, found: 60, imported: 0, skipped: [], failed: reasons, missing: 0 }
    const { kinds } = figuresOf({
      ...{ run: newId(), source: 'nodebb', kinds: [kind], private_categories: [], is_complete: true },
      members: { without_password: 0, without_email: 0 },
      topics: { counted: 0, texts: 0, differences: 0, different: [], samples: [] },
      links: { dead: 0, missing_files: 0, links: [] },
      missing_files: [],
    })
    expect(kinds[0]?.failed).toHaveLength(21)
    expect(kinds[0]?.failed.at(-1)).toEqual({ reason: 'other reasons', count: 20 })
  })
})

describe('an undo', () => {
  test('is logged, runs in the background, and tells what stayed', async () => {
    const { run: id } = await importSmall()
    const post = await sql<{ id: string }>`select id from posts`.execute(world.db)
    await world.buildComment({ post_id: post.rows[0]?.id as string, content: 'New words' })
    expect(await undo(id)).toEqual({ id })
    expect(await newest()).toMatchObject({ state: 'undoing', can: { undo: false } })
    const changes = await call(router.changes.list, {}, as('admin'))
    expect(changes.items).toMatchObject([
      { kind: 'import', item_id: id, act: 'deleted', name: 'nodebb https://old.example' },
    ])
    expect(changes.items[0]?.changed_by?.username).toBe(world.people.admin.username)
    await expect(undo(id)).rejects.toMatchObject({ code: 'CONFLICT', message: IS_UNDONE })
    await expect(importSmall()).rejects.toThrow(ImportBusyError)
    await runJob()
    // The post has a new comment, so its author and concept stay too.
    expect(await newest()).toMatchObject({
      ...{ state: 'undone', kept: 3, undone_at: expect.any(String), can: { undo: false } },
    })
    expect(await postCount()).toBe(1)
    await expect(undo(id)).rejects.toMatchObject({ code: 'CONFLICT', message: IS_UNDONE })
  })

  test('is refused while an import is under way', async () => {
    const { run: id } = await importSmall()
    const progress = await startRun(world.db, run())
    expect((await list()).items.map(({ can }) => can.undo)).toEqual([false, false])
    await expect(undo(id)).rejects.toMatchObject({ code: 'CONFLICT', message: IS_RUNNING })
    await expect(undo(progress.id)).rejects.toMatchObject({ code: 'CONFLICT', message: IS_RUNNING })
    await progress.end()
    expect(progress).toBeInstanceOf(RunProgress)
    await expect(undo(id)).resolves.toEqual({ id })
    await runJob()
    expect(await postCount()).toBe(0)
  })

  test('needs an admin who has just entered their password, and a run', async () => {
    const { run: id } = await importSmall()
    await expect(undo(id, 'visitor')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(undo(id, 'editor')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(undo(newId())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(undo('x')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await sql`update sessions set proved_at = now() - interval '11 minutes'`.execute(world.db)
    await expect(undo(id)).rejects.toMatchObject({ code: 'PROOF_REQUIRED' })
    await sql`update sessions set proved_at = now()`.execute(world.db)
    expect(await newest()).toMatchObject({ state: 'done' })
  })
})
