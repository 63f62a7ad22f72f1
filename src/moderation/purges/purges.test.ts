import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { requireApproval } from '../../../tests/required-approval.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { runPurge } from './jobs.server.ts'

let world: World
let concepts: string[]

beforeAll(async () => {
  world = await makeWorld()
  // Tests run the purge's job themselves, so adding it to the queue does nothing.
  world.services.jobs.add = async () => {}
  const rows = ['First', 'Second'].map((name) => ({ name, color: '#8888ff' }))
  concepts = (await world.db.insertInto('concepts').values(rows).returning('id').execute()).map(
    ({ id }) => id,
  )
})
afterAll(() => world.close())

const as = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const by = (viewer?: Viewer) => as(viewer ?? world.people.moderator)
const count = ({ username }: Viewer, viewer?: Viewer) =>
  call(router.purges.create, { username, dry_run: true }, by(viewer))
const begin = ({ username }: Viewer, viewer?: Viewer) =>
  call(router.purges.create, { username, reason: 'Spam.' }, by(viewer))
const undo = ({ username }: Viewer, viewer?: Viewer) => call(router.purges.remove, { username }, by(viewer))
const read = async ({ username }: Viewer) => (await call(router.purges.read, { username }, by())).purge
const driftOf = async () => (await sql`select * from counter_drift()`.execute(world.db)).rows
const partsOf = async (id: string) =>
  (
    await sql<{ action: string; kind: string; target_id: string; reverts: string | null }>`
      select action, kind, target_id, reverts from moderation_actions where part_of = ${id}`.execute(world.db)
  ).rows

async function purge(member: Viewer): Promise<string> {
  const { purge: begun } = await begin(member)
  await runPurge(world.services, begun?.id as string)
  return begun?.id as string
}

async function takeBack(member: Viewer): Promise<void> {
  const { purge: begun } = await undo(member)
  await runPurge(world.services, begun.id)
}

/** Tables not compared row by row: an undo leaves changes in most, and the last two are compared as sums. */
const BESIDE = [
  'moderation_actions',
  'removed_content',
  'purges',
  'sessions',
  'search_word_changes',
  'migrations',
  'search_words',
  'concept_posts',
]

async function everything() {
  await sql`select add_up_search_words(5000)`.execute(world.db)
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(world.db)
  const state: Record<string, string[]> = {}
  for (const { name } of tables) {
    if (BESIDE.includes(name)) continue
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(name)} t order by 1`.execute(world.db)
    state[name] = rows.map(({ row }) => row)
  }
  const words = await sql`select * from search_words where holders <> 0 order by word`.execute(world.db)
  const posts = await sql`
    select concept_id, sum(posts) as posts from concept_posts group by 1 having sum(posts) <> 0 order by 1`.execute(
    world.db,
  )
  return { ...state, search_words: words.rows, concept_posts: posts.rows }
}

/** Builds an established member, whose votes create notifications, with content and activity of each kind. */
async function busyMember(): Promise<Viewer> {
  const { author, member, other } = world.people
  const spammer = await world.buildMember({ full_name: 'Cheap Watches' })
  await sql`
    update profiles set established_at = now(), bio = 'Buy them', location = 'Here', website_url = 'https://example.org'
    where id = ${spammer.id}`.execute(world.db)
  const post = { title: 'Watches', content: '<p>Cheap watches, @ada</p>', concept_ids: concepts }
  const { id: own } = await call(router.posts.create, post, as(spammer))
  const { id: ownComment } = await call(router.comments.create, { id: own, content: 'So cheap' }, as(spammer))
  await call(router.comments.create, { id: own, content: 'No', parent_id: ownComment }, as(other))
  const { id: note } = await call(router.notes.create, { content: 'Watches, @ada' }, as(spammer))
  await call(router.notes.reply, { id: note, content: 'Stop' }, as(other))
  await call(router.notes.like, { id: note }, as(member))
  const theirs = await world.buildPost({ author })
  const comment = await world.buildComment({ post_id: theirs, author: other })
  const theirNote = await world.buildNote({ author })
  await call(router.comments.create, { id: theirs, content: 'Look at mine', parent_id: comment }, as(spammer))
  await call(router.votes.post, { id: own, vote_type: 1 }, as(spammer))
  await call(router.votes.post, { id: theirs, vote_type: 1 }, as(member))
  await call(router.votes.post, { id: theirs, vote_type: 1 }, as(spammer))
  await call(router.votes.comment, { id: comment, vote_type: -1 }, as(spammer))
  await call(router.notes.like, { id: theirNote }, as(spammer))
  await call(router.follows.add, { username: author.username }, as(spammer))
  await call(router.postFollows.add, { id: theirs }, as(spammer))
  for (const [to, content] of [
    [author, 'Read this'],
    [other, 'Buy'],
  ] as const)
    await call(router.conversations.send, { username: to.username, content }, as(spammer))
  await call(router.conversations.markRead, { username: spammer.username }, as(author))
  await requireApproval(world, spammer)
  await call(router.posts.create, { title: 'More', content: '<p>More watches</p>' }, as(spammer))
  await world.db.deleteFrom('sanctions').execute()
  return spammer
}

const WHAT_THERE_IS = {
  posts: 1,
  comments: 2,
  notes: 1,
  pending: 1,
  messages: 1,
  votes: 3,
  likes: 1,
  follows: 2,
  profile: 1,
}
const NOTHING = Object.fromEntries(Object.keys(WHAT_THERE_IS).map((kind) => [kind, 0]))

describe('a purge', () => {
  it('is counted before it is done, and counting does nothing', async () => {
    const spammer = await busyMember()
    const before = await everything()
    expect(await count(spammer)).toEqual({ counts: WHAT_THERE_IS, total: 13, purge: null })
    expect(await everything()).toEqual(before)
  })

  it('takes everything, as one entry of the log whose parts name each thing once', async () => {
    const spammer = await busyMember()
    const id = await purge(spammer)
    expect((await count(spammer)).counts).toEqual(NOTHING)
    expect(await read(spammer)).toMatchObject({ id, state: 'purged', total: 13, done: 13 })
    const parts = await partsOf(id)
    expect(parts.map(({ action, kind }) => `${action} ${kind}`).sort()).toEqual([
      'reject post',
      'remove comment',
      'remove comment',
      'remove message',
      'remove note',
      'remove post',
      'remove profile',
    ])
    expect(new Set(parts.map(({ kind, target_id }) => kind + target_id)).size).toBe(7)
    const { items } = await call(router.moderationActions.list, {}, as(null))
    expect(items[0]).toMatchObject({ id, action: 'purge', parts: 7, member: null })
    for (const action of ['remove', 'reject'] as const)
      expect((await call(router.moderationActions.list, { action }, as(null))).items).toEqual([])
    expect(await driftOf()).toEqual([])
    await expect(begin(spammer)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('is undone: everything is as it was but the log', async () => {
    const spammer = await busyMember()
    const before = await everything()
    await purge(spammer)
    expect(await everything()).not.toEqual(before)
    await takeBack(spammer)
    expect(await driftOf()).toEqual([])
    const after = await everything()
    for (const [table, rows] of Object.entries(before))
      expect([table, after[table as keyof typeof after]]).toEqual([table, rows])
    expect(await read(spammer)).toMatchObject({ state: 'restored' })
    const { items } = await call(router.moderationActions.list, { action: 'restore' }, as(null))
    expect(items).toEqual([])
    expect((await sql`select broken_moderation_log() as broken`.execute(world.db)).rows).toEqual([
      { broken: null },
    ])
    await expect(undo(spammer)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('comes back without what was removed before, and leaves what was restored or deleted meanwhile', async () => {
    const { moderator, author } = world.people
    const spammer = await world.buildMember()
    const [removed, restored, deleted] = [
      await world.buildPost({ author: spammer }),
      await world.buildPost({ author: spammer }),
      await world.buildPost({ author: spammer }),
    ]
    const theirs = await world.buildPost({ author })
    await call(router.votes.post, { id: theirs, vote_type: 1 }, as(spammer))
    await call(router.removals.removePost, { id: removed, reason: 'Spam.' }, as(moderator))
    await purge(spammer)
    await call(router.removals.restorePost, { id: restored }, as(moderator))
    await call(router.posts.remove, { id: deleted }, as(spammer))
    await call(router.votes.post, { id: theirs, vote_type: -1 }, as(spammer))
    await takeBack(spammer)
    await expect(call(router.posts.read, { id: removed }, as(null))).rejects.toMatchObject({ status: 410 })
    await expect(call(router.posts.read, { id: deleted }, as(null))).rejects.toMatchObject({ status: 404 })
    expect(await call(router.posts.read, { id: restored }, as(null))).toMatchObject({ id: restored })
    expect(await call(router.posts.read, { id: theirs }, as(null))).toMatchObject({ votes_score: -1 })
    expect(await driftOf()).toEqual([])
  })

  it('suspends as a part of it where that is wanted, which undoing does not lift', async () => {
    const spammer = await world.buildMember()
    await world.buildNote({ author: spammer })
    const suspension = { message: 'Spam is not wanted here.', days: 7 }
    const { username } = spammer
    const { purge: begun } = await call(router.purges.create, { username, reason: 'Spam.', suspension }, by())
    await runPurge(world.services, begun?.id as string)
    expect((await partsOf(begun?.id as string)).map(({ action }) => action)).toContain('suspend')
    await takeBack(spammer)
    const { items } = await call(router.sanctions.list, { username }, by())
    expect(items).toMatchObject([{ kind: 'suspension', state: 'in_force' }])
    expect((await count(spammer)).counts).toMatchObject({ notes: 1 })
  })
})

describe('a purge and its undoing do not deadlock', () => {
  /** Locks a profile until both acts wait for it, so that the first act gets the lock first. */
  async function inQueue({ id }: Viewer, first: () => Promise<unknown>, second: () => Promise<unknown>) {
    const acts: Promise<unknown>[] = []
    await world.db.transaction().execute(async (trx) => {
      await sql`select from profiles where id = ${id} for no key update`.execute(trx)
      for (const act of [first, second]) {
        acts.push(act())
        await vi.waitFor(async () => expect(await waiting()).toBe(acts.length), { timeout: 10_000 })
      }
    })
    await Promise.all(acts)
  }

  async function waiting() {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      world.db,
    )
    return rows.length
  }

  it.each(['purge', 'undoing'])('with a follow in the other direction (%s)', async (act) => {
    const [ada, bea] = [await world.buildMember(), await world.buildMember()]
    const spammer = await world.buildMember()
    for (const { username } of [ada, bea]) await call(router.follows.add, { username }, as(spammer))
    if (act === 'undoing') await purge(spammer)
    const followBack = () => call(router.follows.add, { username: spammer.username }, as(bea))
    await inQueue(bea, followBack, () => (act === 'undoing' ? takeBack(spammer) : purge(spammer)))
    expect((await count(spammer)).counts).toMatchObject({ follows: act === 'undoing' ? 2 : 0 })
    expect(await driftOf()).toEqual([])
  })

  it('with a block, which the undoing respects', async () => {
    const ada = await world.buildMember()
    const spammer = await world.buildMember()
    await call(router.follows.add, { username: ada.username }, as(spammer))
    await purge(spammer)
    const block = () => call(router.blocks.add, { username: spammer.username }, as(ada))
    await inQueue(ada, block, () => takeBack(spammer))
    expect((await count(spammer)).counts).toMatchObject({ follows: 0 })
    expect(await driftOf()).toEqual([])
  })
})

describe('who purges', () => {
  it.each(['moderator', 'editor', 'admin'] as const)('is not a moderator, where it is a %s', async (role) => {
    const above = await world.buildMember({ roles: [role] })
    await world.buildNote({ author: above })
    for (const ask of [count, begin, undo])
      await expect(ask(above)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await count(above, world.people.admin).catch(({ code }) => code)) === 'FORBIDDEN').toBe(
      role === 'admin',
    )
  })

  it('is an admin, where somebody is old here and has written much', async () => {
    const old = await world.buildMember()
    await sql`
      update profiles set created_at = now() - interval '31 days', post_count = 49 where id = ${old.id}`.execute(
      world.db,
    )
    expect(await count(old)).toMatchObject({ purge: null })
    await sql`update profiles set post_count = 50 where id = ${old.id}`.execute(world.db)
    await expect(count(old)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('admin'),
    })
    expect(await count(old, world.people.admin)).toMatchObject({ purge: null })
    await sql`update profiles set post_count = 0 where id = ${old.id}`.execute(world.db)
  })

  it('says why', async () => {
    const spammer = await world.buildMember()
    await world.buildNote({ author: spammer })
    const nothing = call(router.purges.create, { username: spammer.username }, by())
    await expect(nothing).rejects.toMatchObject({ code: 'BAD_REQUEST', data: { field: 'reason' } })
  })
})

it('goes on where a process was killed in the middle of it, and takes nothing twice', {
  tags: 'all',
  timeout: 120_000,
}, async () => {
  const spammer = await world.buildMember()
  const post_id = await world.buildPost()
  for (let n = 0; n < 250; n++) await world.buildComment({ post_id, author: spammer })
  const last = await world.buildPost({ author: spammer })
  const id = (await begin(spammer)).purge?.id as string
  const program = fileURLToPath(new URL(`./purge-program-${process.pid}.ts`, import.meta.url))
  await writeFile(program, PROGRAM)
  try {
    // Locks the last item, so that the purge cannot finish before its process is killed.
    await world.db.transaction().execute(async (trx) => {
      await sql`select from posts where id = ${last} for update`.execute(trx)
      const child = spawn(process.execPath, [program, id], {
        env: {
          ...process.env,
          DATABASE_URL: world.services.config.DATABASE_URL,
          DATA_DIR: world.services.config.DATA_DIR,
        },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      await vi.waitFor(async () => expect((await read(spammer))?.done).toBe(250), { timeout: 60_000 })
      child.kill('SIGKILL')
      const [, signal] = await once(child, 'exit')
      expect(signal).toBe('SIGKILL')
    })
  } finally {
    await rm(program)
  }
  expect(await read(spammer)).toMatchObject({ state: 'purging', done: 250, total: 251 })
  // Retries, because the database only notices that the process is gone when it next sends something.
  await vi.waitFor(
    async () => {
      await runPurge(world.services, id)
      expect(await read(spammer)).toMatchObject({ state: 'purged' })
    },
    { timeout: 30_000 },
  )
  const parts = await partsOf(id)
  expect(parts).toHaveLength(251)
  expect(new Set(parts.map(({ target_id }) => target_id)).size).toBe(251)
  const parents =
    await sql`select from moderation_actions where action = 'purge' and member_id = ${spammer.id}`.execute(
      world.db,
    )
  expect(parents.rows).toHaveLength(1)
  expect(await driftOf()).toEqual([])
  await takeBack(spammer)
  expect((await count(spammer)).counts).toMatchObject({ posts: 1, comments: 250 })
  expect(await driftOf()).toEqual([])
})

const at = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)))
const PROGRAM = `
import { createServices } from ${at('../../app/services.server.ts')}
import { loadConfig } from ${at('../../platform/config/config.server.ts')}
import { runPurge } from ${at('./jobs.server.ts')}
const { DATABASE_URL, DATA_DIR } = process.env
const services = createServices(loadConfig({ DATABASE_URL, DATA_DIR, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' }))
services.jobs.add = async () => {}
await runPurge(services, process.argv[2])
`
