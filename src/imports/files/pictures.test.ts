import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importDump, nodebbDump, summaryOf } from '../../../tests/import-dumps.ts'
import { getPicture, pngFile } from '../../../tests/pictures.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { deleteUnused } from '../../content/pictures/jobs.server.ts'
import { GuestQueues } from '../../core/guest-queues.server.ts'
import { nodebb } from '../nodebb/nodebb.server.ts'
import { oldAddresses } from '../old-addresses.server.ts'
import type { ImportReport } from '../report/report.server.ts'
import { undoImport } from '../undo.server.ts'

let world: World
let folder: string
let path: string
let report: ImportReport

beforeAll(async () => {
  world = await makeWorld()
  folder = await makeFolder()
  path = dump()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.close()
})

/** A folder of uploads with good and bad files. */
async function makeFolder() {
  const root = mkdtempSync(join(tmpdir(), 'threshold-uploads-'))
  for (const name of ['files', 'profile/uid-1']) mkdirSync(join(root, 'uploads', name), { recursive: true })
  const png = Buffer.from(await (await pngFile(2000, 1000)).arrayBuffer())
  const at = (name: string) => join(root, 'uploads', name)
  writeFileSync(join(root, 'outside.png'), png)
  for (const name of ['files/1-cat.png', 'files/2-über.png', 'files/big.png', 'profile/uid-1/me.png'])
    writeFileSync(at(name), png)
  truncateSync(at('files/big.png'), 11 * 1024 * 1024)
  writeFileSync(at('files/words.png'), 'Only words.')
  writeFileSync(at('files/half.png'), png.subarray(0, png.length / 2))
  symlinkSync(join(root, 'outside.png'), at('files/link.png'))
  symlinkSync(root, at('files/up'))
  return root
}
const uploads = () => join(folder, 'uploads')

function dump(): string {
  const picture = (name: string) => `![${name}](/assets/uploads/files/${name})`
  const bad = ['lost', 'big', 'words', 'half', 'link', 'up/outside'].map((name) => picture(`${name}.png`))
  const user = (uid: number, more = {}) => ({
    [`user:${uid}`]: { uid, username: `member ${uid}`, joindate: 1e12, ...more },
  })
  const post = (pid: number, uid: number, content: string, more = {}) => ({
    [`post:${pid}`]: { pid, tid: 1, uid, content, timestamp: 1e12 + pid, ...more },
  })
  return nodebbDump(
    {
      ...user(1, { picture: '/assets/uploads/profile/uid-1/me.png' }),
      ...user(2, { picture: '/assets/uploads/profile/uid-2/lost.png' }),
      ...user(3, { picture: 'https://pictures.example.org/uploads/me.png' }),
      'category:1': { cid: 1, name: 'Cats' },
      'category:2': { cid: 2, name: 'Private' },
      'topic:1': { tid: 1, cid: 1, uid: 1, title: 'My cat', mainPid: 1, timestamp: 1e12 },
      'topic:2': { tid: 2, cid: 2, uid: 1, title: 'Private', mainPid: 9, timestamp: 1e12 },
      ...post(
        1,
        1,
        `Look: ![the *cat*](/assets/uploads/files/1-cat.png "asleep") and ${picture('1-cat.png')}`,
      ),
      ...post(2, 2, 'The same ![](https://old.example.org/uploads/files/1-cat.png)'),
      ...post(
        3,
        2,
        '![x](/assets/uploads/files/2-%C3%BCber.png) ![](/assets/uploads/files/../../outside.png)',
      ),
      ...post(4, 2, `${bad.join(' ')} ${picture('%00.png')} ${picture(`${'🐙'.repeat(150)}.png`)}`),
      ...post(5, 0, picture('1-cat.png')),
      ...post(9, 1, picture('private.png'), { tid: 2 }),
    },
    {
      'group:cid:1:privileges:groups:read:members': { guests: 1 },
      'group:cid:1:privileges:groups:topics:read:members': { guests: 1 },
    },
    {},
  )
}

const storedFiles = async () => (await Array.fromAsync(world.services.files.list('pictures'))).length
const textOf = async (kind: 'post' | 'comment', oldId: string) => {
  const { rows } = await sql<{ content: string }>`
    select t.content from imported i join ${sql.table(`${kind}s`)} t on t.id = i.id
    where i.kind = ${kind} and i.old_id = ${oldId}`.execute(world.db)
  return rows[0]?.content ?? ''
}
const pictureOf = async (oldId: string) =>
  (
    await world.db
      .selectFrom('imported')
      .select('id')
      .where('kind', '=', 'picture')
      .where('old_id', '=', oldId)
      .executeTakeFirst()
  )?.id

test('a dry run reports missing files and stores nothing', async () => {
  const dry = await importDump(world, nodebb, path, true, uploads())
  expect(dry.is_complete).toBe(true)
  expect(dry.missing_files.length).toBeGreaterThan(0)
  expect(await storedFiles()).toBe(0)
})

test('pictures are imported for each author, with reasons for the others', async () => {
  report = await importDump(world, nodebb, path, false, uploads())
  expect(report.topics.different).toEqual([])
  expect(report.is_complete).toBe(true)
  expect(summaryOf(report).slice(0, 4)).toEqual([
    ['member', 3, 3, []],
    ['avatar', 2, 1, ['1 its file is missing']],
    ['concept', 2, 1, ['1 is a private category']],
    [
      ...['picture', 13, 4],
      [
        ...['1 its file is damaged', '1 its file is larger than 10 MB', '1 its file is not a picture'],
        ...[
          '1 its path is invalid',
          '1 its path is too long',
          '2 its file is behind a link',
          '2 its file is missing',
        ],
      ],
    ],
  ])
  expect(report.missing_files).toContainEqual({ path: 'files/lost.png', problem: 'its file is missing' })
  expect(await storedFiles()).toBe(4)
})

test('texts show the pictures, smaller and without metadata', async () => {
  const cat = await pictureOf('1:files/1-cat.png')
  expect(await textOf('post', '1')).toBe(
    `<p>Look: ![the cat asleep](/files/pictures/${cat}.webp) and ![1-cat.png](/files/pictures/${cat}.webp)</p>`,
  )
  expect(await textOf('comment', '2')).toBe(
    `The same ![](/files/pictures/${await pictureOf('2:files/1-cat.png')}.webp)`,
  )
  expect(await textOf('comment', '3')).toContain(
    `![x](/files/pictures/${await pictureOf('2:files/2-über.png')}.webp)`,
  )
  expect(await textOf('comment', '4')).toContain('![lost.png](/assets/uploads/files/lost.png)')
  for (const author of ['1', '2', '']) {
    const id = await pictureOf(`${author}:files/1-cat.png`)
    const response = await getPicture(world, `/files/pictures/${id}.webp`, null)
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).toMatch(/^RIFF[\s\S]{4}WEBP/)
  }
  const { width, height } = await world.db
    .selectFrom('pictures')
    .select(['width', 'height'])
    .where('id', '=', cat as string)
    .executeTakeFirstOrThrow()
  expect([width, height]).toEqual([1600, 800])
})

test('members have their avatars', async () => {
  const { rows } = await sql<{ avatar_url: string | null }>`
    select avatar_url from imported i join profiles p on p.id = i.id where kind = 'member' order by old_id`.execute(
    world.db,
  )
  expect(rows.map(({ avatar_url }) => avatar_url !== null)).toEqual([true, false, false])
  expect(await world.services.files.read((rows[0]?.avatar_url ?? '').replace('/files/', ''))).toBeDefined()
})

test('old addresses of pictures lead to the new ones', async () => {
  const routes = oldAddresses(world.services, new GuestQueues(world.services))
  const response = await routes.request('/assets/uploads/files/1-cat.png')
  expect(response.status).toBe(301)
  expect(response.headers.get('location')).toBe(
    `/files/pictures/${await pictureOf('1:files/1-cat.png')}.webp`,
  )
  for (const name of ['lost.png', 'private.png'])
    expect((await routes.request(`/assets/uploads/files/${name}`)).status).toBe(404)
})

test('a second run changes nothing', async () => {
  const pictures = () => world.db.selectFrom('pictures').select(['id', 'created_at']).orderBy('id').execute()
  const before = await pictures()
  await importDump(world, nodebb, path, false, uploads())
  expect(await pictures()).toEqual(before)
})

test('pictures that wait for their texts are kept for a week', async () => {
  await sql`delete from picture_uses`.execute(world.db)
  await world.db.updateTable('pictures').set({ created_at: sql`now() - interval '6 days'` }).execute()
  await deleteUnused(world.services)
  expect(await storedFiles()).toBe(4)
})

test('an undone run leaves no picture', async () => {
  await undoImport(world.db, report.run)
  expect(
    await world.db.selectFrom('imported').select('kind').where('run_id', '=', report.run).execute(),
  ).toEqual([])
  await deleteUnused(world.services)
  expect(await storedFiles()).toBe(0)
})
