import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { type BusyMember, busyMember } from '../../../tests/busy-member.ts'
import { unzip } from '../../../tests/unzip.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { createApp } from '../../app/app.server.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { storePicture } from '../../people/profiles/avatar.server.ts'
import { REFERENCES } from '../account-deletion/references.server.ts'
import { runExport } from './jobs.server.ts'
import { NOT_EXPORTED, SECTIONS } from './sections.server.ts'
import { sweepExports } from './store.server.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
  world.services.config.AUTH_SECRET = 'a secret for tests, 32 characters'
  // Adding a job to the queue does nothing, because each test runs the job itself.
  world.services.jobs.add = async () => {}
})
afterAll(() => world.close())

const as = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const request = (viewer: Viewer) => call(router.me.createExport, undefined, as(viewer))
const list = async (viewer: Viewer) => (await call(router.me.listExports, undefined, as(viewer))).items
const fetch = (viewer: Viewer, id: string) => call(router.me.readExport, { id }, as(viewer))
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error) => error,
  )

async function exported(viewer: Viewer) {
  await sql`delete from exports where member_id = ${viewer.id}`.execute(world.db)
  const { id } = await request(viewer)
  await runExport(world.services, id)
  const { body } = await fetch(viewer, id)
  const files = unzip(Buffer.from(await body.arrayBuffer()))
  return { id, files, text: (name: string) => files.get(name)?.toString() ?? '' }
}

test('every column that names a member is in an export, or is left out for a reason', () => {
  const held = SECTIONS.flatMap(({ holds }) => holds)
  const declared = [...held, ...Object.keys(NOT_EXPORTED)]
  expect(
    Object.keys(REFERENCES).filter((reference) => !declared.includes(reference)),
    'add it to a section in settings/exports, or to NOT_EXPORTED with the reason',
  ).toEqual([])
  expect(declared.filter((reference) => !(reference in REFERENCES))).toEqual([])
  expect(new Set(declared).size).toBe(declared.length)
})

describe('an export', () => {
  let member: BusyMember
  let text: (name: string) => string
  let files: Map<string, Buffer>

  beforeAll(async () => {
    member = await busyMember(world)
    await sql`insert into revisions (post_id, number, title, content, format)
      values (${member.post}, 1, 'What it was', '<p>Former words</p>', 'rich')`.execute(world.db)
    const url = await storePicture(
      world.services.files,
      member.id,
      new Map([
        [96, PICTURE],
        [192, PICTURE],
      ]),
    )
    await sql`update profiles set avatar_url = ${url} where id = ${member.id}`.execute(world.db)
    await sql`insert into account_deletions (user_id, keep_content) values (${member.id}, true)`.execute(
      world.db,
    )
    const made = await exported(member)
    text = made.text
    files = made.files
  })

  it.each(SECTIONS.map((section) => [section.name, section] as const))(
    'has %s, as a page and as JSON',
    async (name, { title }) => {
      const { section, items } = JSON.parse(text(`data/${name}.json`))
      expect(section).toBe(name)
      expect(items.length, 'tests/busy-member.ts makes one').toBeGreaterThan(0)
      expect(text(`${name}.html`)).toContain(`<h1>${title}</h1>`)
      expect(text(`${name}.html`).split('<article>')).toHaveLength(items.length + 1)
      expect(text('index.html')).toContain(`<a href="${name}.html">`)
      expect(JSON.parse(text('data/export.json')).sections[name]).toBe(items.length)
    },
  )

  it('has the files of pictures', async () => {
    const [{ id }] = JSON.parse(text('data/pictures.json')).items
    expect(files.get(`pictures/${id}.webp`)?.subarray(8, 12).toString()).toBe('WEBP')
  })

  it('is what docs/export.md says, field by field', async () => {
    const document = await readFile(new URL('../../../docs/export.md', import.meta.url), 'utf8')
    const told = Object.fromEntries(
      [...document.matchAll(/^\| `([a-z-]+)` \| [^|]+ \| ([^|]+) \|$/gm)].map(([, name, fields = '']) => [
        name,
        [...fields.matchAll(/`([a-z_]+)`/g)].map(([, field]) => field),
      ]),
    )
    const written = Object.fromEntries(
      SECTIONS.map(({ name }) => [name, Object.keys(JSON.parse(text(`data/${name}.json`)).items[0])]),
    )
    expect(told).toEqual(written)
  })

  it('has the words, messages both ways, sanctions with reasons, and the picture', () => {
    expect(text('posts.html')).toContain(`<p dir="auto">Alone ${member.word} of ${member.word}</p>`)
    expect(text('removed.html')).toContain(`Removed ${member.word}`)
    expect(text('pending.html')).toContain(`Pending ${member.word}`)
    expect(text('messages.html')).toContain(`To you from ${member.word}`)
    expect(text('messages.html')).toContain('Back to you')
    expect(text('sanctions.html')).toContain('Please rest a while.')
    expect(text('sanctions.html')).toContain('Please rest.')
    expect(text('reports.html')).toContain(`Why: ${member.word}`)
    expect(files.get('pictures/picture.webp')).toEqual(Buffer.from(PICTURE))
  })

  it('has no notes of moderators, no reporter, no secret, and no words of others but messages', () => {
    for (const [name, bytes] of files) {
      const content = bytes.toString()
      for (const secret of [
        'zorilla',
        'hash',
        'Another remark',
        'Another note',
        'Words of another',
        'An answer below',
      ])
        expect(content.includes(secret), `${secret} in ${name}`).toBe(false)
    }
    const { items } = JSON.parse(text('data/decisions.json'))
    expect(JSON.stringify(items)).not.toContain(world.people.moderator.id)
  })

  it('loads nothing from anywhere', () => {
    for (const [name, bytes] of files)
      if (name.endsWith('.html')) {
        expect(bytes.toString(), name).toContain("default-src 'none'")
        expect(bytes.toString(), name).not.toMatch(/<(script|link|iframe)\b|src="(?!pictures\/)/)
      }
  })
})

test('words that look like markup are words', async () => {
  const member = await world.buildMember({ full_name: '<b>Bold</b>' })
  const post_id = await world.buildPost({ title: '<i>Title</i>' })
  await world.buildComment({ post_id, author: member, content: '<script>alert(1)</script>\n\nSecond & last' })
  const { text } = await exported(member)
  expect(text('comments.html')).toContain('&#60;script&#62;alert(1)&#60;/script&#62;')
  expect(text('comments.html')).toContain('<p dir="auto">Second &#38; last</p>')
  expect(text('comments.html')).not.toContain('<i>Title')
  expect(text('account.html')).not.toContain('<b>Bold')
})

describe('who asks', () => {
  it('gets one a day, sees how far it is, and fetches it alone', async () => {
    const member = await world.buildMember()
    const made = await request(member)
    expect(made).toMatchObject({ state: 'waiting', progress: 0, bytes: null })
    expect(await failure(fetch(member, made.id))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await failure(request(member))).toMatchObject({
      code: 'CONFLICT',
      data: { next_at: expect.any(String) },
    })
    await runExport(world.services, made.id)
    const [ready] = await list(member)
    expect(ready).toMatchObject({ id: made.id, state: 'ready', progress: 1, bytes: expect.any(Number) })
    const days = (Date.parse(ready?.expires_at as string) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(7, 1)
    const { headers, body } = await fetch(member, made.id)
    expect(body.size).toBe(ready?.bytes)
    expect(headers['content-disposition']).toContain(`${member.username}-`)
    expect(await failure(fetch(world.people.other, made.id))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await list(world.people.other)).toEqual([])
  })

  it('gets one of two that are asked for at once', async () => {
    const member = await world.buildMember()
    const outcomes = await Promise.all([request(member), request(member), request(member)].map(failure))
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(outcomes.filter(({ code }) => code === 'CONFLICT')).toHaveLength(2)
  })

  it('needs a fresh proof, to ask and to fetch', async () => {
    const member = await world.buildMember()
    const { id } = await exported(member)
    await sql`update sessions set proved_at = now() - interval '11 minutes' where user_id = ${member.id}`.execute(
      world.db,
    )
    await sql`update exports set created_at = created_at - interval '2 days'`.execute(world.db)
    expect(await failure(request(member))).toMatchObject({ code: 'PROOF_REQUIRED' })
    expect(await failure(fetch(member, id))).toMatchObject({ code: 'PROOF_REQUIRED' })
    expect(await list(member)).toHaveLength(1)
  })

  it('asks again where it failed, and what is begun thrice in vain has failed', async () => {
    const member = await world.buildMember()
    const { id } = await request(member)
    const files = world.services.files
    const broken = { ...world.services, siteSettings: null as never, files }
    for (let n = 0; n < 3; n++) expect(await failure(runExport(broken, id))).toBeInstanceOf(Error)
    await runExport(broken, id)
    expect(await list(member)).toMatchObject([{ state: 'failed', bytes: null }])
    expect(await request(member)).toMatchObject({ state: 'waiting' })
  })

  it('is one process at a time', async () => {
    const member = await world.buildMember()
    const { id } = await request(member)
    await world.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 126))`.execute(trx)
      await runExport(world.services, id)
      expect(await list(member)).toMatchObject([{ state: 'waiting' }])
    })
    await runExport(world.services, id)
    expect(await list(member)).toMatchObject([{ state: 'ready' }])
  })
})

test('the file goes after seven days, and with its member', async () => {
  const [one, other, stays] = [
    await world.buildMember(),
    await world.buildMember(),
    await world.buildMember(),
  ]
  const ids = [await exported(one), await exported(other), await exported(stays)].map(({ id }) => id)
  await sql`update exports set expires_at = now() where id = ${ids[0]}`.execute(world.db)
  expect(await failure(fetch(one, ids[0] as string))).toMatchObject({ code: 'NOT_FOUND' })
  await sql`delete from users where id = ${other.id}`.execute(world.db)
  await sweepExports(world.services)
  const there = await Promise.all(
    ids.map((id) =>
      stat(join(world.services.config.DATA_DIR, 'exports', `${id}.zip`)).then(
        () => true,
        () => false,
      ),
    ),
  )
  expect(there).toEqual([false, false, true])
})

test('over HTTP it is a file to be saved, never kept by a cache, and at no public address', async () => {
  const app = createApp(world.services)
  const { member } = world.people
  const { id } = await exported(member)
  const asked = (path: string) => app.fetch(new Request(`http://localhost:3000${path}`)) as Promise<Response>
  expect((await asked(`/api/me/exports/${id}`)).status).toBe(401)
  expect((await asked(`/files/exports/${id}.zip`)).status).toBe(404)
})

test('ten thousand long comments are never in memory at once', {
  tags: 'all',
  timeout: 120_000,
}, async () => {
  const member = await world.buildMember()
  const post_id = await world.buildPost()
  // Inserts 48 MB of text without triggers, indexing and counters, to save time.
  await world.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`insert into comments (post_id, author_id, content)
      select ${post_id}, ${member.id}, repeat('words and words ', 300) from generate_series(1, 10000)`.execute(
      trx,
    )
  })
  // Runs one export first, so that modules it loads are not part of the measured memory.
  await exported(await world.buildMember())
  const { id } = await request(member)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const held = () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 1024 / 1024
  }
  const before = held()
  let [most, looks] = [before, 0]
  const looking = setInterval(() => {
    most = Math.max(most, held())
    looks++
  }, 300)
  await runExport(world.services, id)
  clearInterval(looking)
  expect(looks).toBeGreaterThan(0)
  // Measured 11 MB, or up to 23 MB during other tests. Without streaming: 48 MB, and another 48 MB for HTML.
  expect(most - before).toBeLessThan(40)
  const { body } = await fetch(member, id)
  const json = unzip(Buffer.from(await body.arrayBuffer())).get('data/comments.json')
  expect(JSON.parse(json?.toString() ?? '').items).toHaveLength(10_000)
})

const PICTURE = Uint8Array.from([82, 73, 70, 70, 1, 2, 3, 4])
