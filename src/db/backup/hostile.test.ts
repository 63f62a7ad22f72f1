import { randomInt } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cutAt,
  emptyDatabase,
  memoryFiles,
  putTogether,
  query,
  type TestEntry,
  takeApart,
  withManifest,
  writeBackup,
} from '../../../tests/archives.ts'
import { testDatabase } from '../../../tests/database.ts'
import { ArchiveError } from './format.ts'
import { verifyArchive } from './read-archive.server.ts'
import { restoreFromArchive } from './restore.server.ts'

let folder: string
let archive: string
let entries: TestEntry[]
const files = memoryFiles(new Map([['avatars/a/b-24.webp', new Uint8Array([82, 73])]]))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-hostile-'))
  archive = join(folder, 'good.tar.zst')
  await writeBackup(archive, (await testDatabase()).url, files, 's'.repeat(43))
  entries = await takeApart(archive)
})
afterAll(() => rm(folder, { recursive: true }))

const write = (changed: TestEntry[]) => putTogether(join(folder, `${crypto.randomUUID()}.tar.zst`), changed)
const index = (start: string) => entries.findIndex(({ name }) => name.startsWith(start))

/** Writes the archive with one entry changed and a manifest that matches the change. */
function forged(start: string, change: (entry: TestEntry) => TestEntry): Promise<string> {
  return write(withManifest(entries.with(index(start), change(entries[index(start)] as TestEntry))))
}

function withHeader(change: (header: Record<string, unknown[]>) => void): Promise<string> {
  return forged('header', ({ name, content }) => {
    const header = JSON.parse(String(content))
    change(header)
    return { name, content: JSON.stringify(header) }
  })
}

test('what was taken apart and put together again is whole', async () => {
  const { header, secret } = await verifyArchive(await write(withManifest(entries)))
  expect(header.tables.length).toBeGreaterThan(50)
  expect(secret).toBe('s'.repeat(43))
})

describe('refused by its name or kind', () => {
  test.each([
    '../evil.webp',
    'files/../../evil.webp',
    '/etc/passwd',
    'files//etc/passwd.webp',
    'files/a/..\\b.webp',
    'files/evil.html',
    'files/social/a.webp',
    'files/a.webp',
    'files/a.webp.sh',
    'tables/posts/000001.sql',
    'tables/../posts/000001.copy',
    'tables/pg_authid; drop table users/000001.copy',
    'tables/Posts/000001.copy',
    'restore.sql',
    `files/${'a/'.repeat(200)}b.webp`,
    'files/\u202egnp.webp',
  ])('%j', async (name) => {
    const path = await write(withManifest([...entries, { name, content: 'x' }]))
    await expect(verifyArchive(path)).rejects.toMatchObject({ name: 'ArchiveError', problem: 'refused' })
  })

  test.each(['symlink', 'link', 'directory', 'character-device', 'fifo'] as const)('a %s', async (type) => {
    const entry = { name: 'files/avatars/a/c.webp', content: '', type, linkname: '/etc/passwd', size: 0 }
    const path = await write([entries[0] as TestEntry, entry])
    await expect(verifyArchive(path)).rejects.toThrow('not a file')
  })

  test('twice the header, the secret, a part; parts and tables in another order', async () => {
    for (const start of ['header', 'auth-secret', 'tables/']) {
      const again = entries.toSpliced(index(start), 0, entries[index(start)] as TestEntry)
      await expect(verifyArchive(await write(withManifest(again)))).rejects.toBeInstanceOf(ArchiveError)
    }
    const tables = entries.filter(({ name }) => name.startsWith('tables/'))
    const others = entries.filter(({ name }) => !name.startsWith('tables/'))
    const turned = await write(withManifest([...others, ...tables.toReversed()]))
    await expect(verifyArchive(turned)).rejects.toThrow('in the wrong place')
  })
})

describe('refused by its size', () => {
  test('a file of 65 MB, and what unpacks to a thousand times its size', { tags: 'all' }, async () => {
    const large = { name: 'files/avatars/a/c.webp', content: Buffer.alloc(65 * 2 ** 20) }
    await expect(verifyArchive(await write([...entries, large]))).rejects.toThrow('The limit is')
    const path = join(folder, 'bomb.tar.zst')
    const zeros = Buffer.alloc(60 * 2 ** 20)
    const bomb = await write([entries[0] as TestEntry, ...bombs(zeros)])
    expect((await stat(bomb)).size).toBeLessThan(200_000)
    await expect(verifyArchive(bomb)).rejects.toThrow('1,000 times its size')
    await writeFile(path, zstdCompressSync(Buffer.alloc(80 * 2 ** 20)))
    await expect(verifyArchive(path)).rejects.toBeInstanceOf(ArchiveError)
  })

  const bombs = (content: Buffer) =>
    Array.from({ length: 3 }, (_, n) => ({ name: `files/avatars/a/${n}.webp`, content }))
})

describe('damaged', () => {
  test('cut at any byte', { timeout: 60_000 }, async () => {
    const { size } = await stat(archive)
    const places = [
      0,
      1,
      3,
      4,
      18,
      size - 1,
      size - 2,
      size - 5,
      size - 13,
      ...Array.from({ length: 40 }, () => randomInt(size)),
    ]
    const whole = await verifyArchive(archive)
    for (const place of places) {
      const path = await cutAt(archive, join(folder, 'cut.tar.zst'), place)
      const result = await verifyArchive(path).catch((error) => error)
      // Node ends the stream with an empty frame of 13 bytes. An archive without it is complete.
      if (place === size - 13) expect(result.manifest).toEqual(whole.manifest)
      else expect(result, `cut at ${place}`).toMatchObject({ problem: 'damaged' })
    }
  })

  test('with a bit that fell over anywhere', { timeout: 60_000 }, async () => {
    const good = await readFile(archive)
    const whole = await verifyArchive(archive)
    for (let n = 0; n < 40; n++) {
      const bytes = Buffer.from(good)
      const place = randomInt(bytes.length)
      bytes.writeUInt8(bytes.readUInt8(place) ^ (1 << randomInt(8)), place)
      const path = join(folder, 'bit.tar.zst')
      await writeFile(path, bytes)
      // Decompression ignores some bits. If this bit is one of them, the content must be unchanged.
      const { manifest } = await verifyArchive(path).catch((error) => {
        expect(error, `byte ${place}`).toBeInstanceOf(ArchiveError)
        return whole
      })
      expect(manifest).toEqual(whole.manifest)
    }
  })

  test('with another digest or number in the manifest, without it or without an entry', async () => {
    const whole = withManifest(entries)
    const other = (name: string, change: (text: string) => string) =>
      whole.map((entry) => (entry.name === name ? { name, content: change(String(entry.content)) } : entry))
    const changed = [
      other('auth-secret', (text) => text.replace('s', 't')),
      other('manifest.json', (text) => text.replace(/"entries":"../, '"entries":"00')),
      other('manifest.json', (text) => text.replace(/"rows":\d+/, '"rows":999')),
      other('manifest.json', (text) => text.replace(/"content":"../, '"content":"00')),
      whole.slice(0, -1),
      whole.filter(({ name }) => name !== 'settings.json'),
      whole.filter(({ name }) => !name.startsWith('tables/reserved_usernames')),
    ]
    for (const one of changed)
      await expect(verifyArchive(await write(one))).rejects.toMatchObject({ problem: 'damaged' })
  })

  test('what is no archive at all', async () => {
    const path = join(folder, 'words.tar.zst')
    await writeFile(path, 'not an archive')
    await expect(verifyArchive(path)).rejects.toMatchObject({ problem: 'damaged' })
    await expect(verifyArchive(join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe('a header that is not ours', () => {
  test.each<[string, (header: Record<string, unknown[]>) => void]>([
    ['a later format', (header) => Object.assign(header, { format: 4 })],
    ['an earlier format', (header) => Object.assign(header, { format: 2 })],
    ['SQL for a table', (header) => header.tables?.push({ name: 'x; drop table users', columns: ['id'] })],
    [
      'SQL for a column',
      (header) => header.tables?.push({ name: 'x', columns: ["id) from program 'id' --"] }),
    ],
    ['no migrations', (header) => Object.assign(header, { migrations: [] })],
    ['more than we know', (header) => Object.assign(header, { run: 'select 1' })],
  ])('%s', async (_, change) => {
    await expect(verifyArchive(await withHeader(change))).rejects.toBeInstanceOf(ArchiveError)
  })

  test('tables, columns and migrations that this version does not have change nothing', {
    tags: 'all',
  }, async () => {
    const url = await emptyDatabase()
    const table = (name: string) => (one: unknown) => (one as { name: string }).name === name
    const paths = [
      await withHeader(({ tables }) => tables?.push({ name: 'zz_unknown', columns: ['id'] })),
      await withHeader(({ tables }) => tables?.splice(tables.findIndex(table('votes')), 1)),
      await withHeader(({ tables = [] }) =>
        Object.assign(tables.find(table('votes')) as object, { columns: ['id', 'evil'] }),
      ),
      await withHeader(({ migrations }) =>
        migrations?.push({ name: '9999_later.sql', checksum: '0'.repeat(64) }),
      ),
      await withHeader(({ migrations }) =>
        Object.assign(migrations?.[0] as object, { checksum: '0'.repeat(64) }),
      ),
    ]
    const numbers = await forged('sequences', ({ name, content }) => ({
      name,
      content: JSON.stringify(JSON.parse(String(content)).slice(1)),
    }))
    for (const path of [...paths, numbers]) {
      const attempt = restoreFromArchive({ archive: path, url, files: memoryFiles(), replace: false })
      await expect(attempt).rejects.toMatchObject({ name: 'ArchiveError', problem: 'unknown' })
    }
    expect(
      await query(url, "select relname from pg_class where relnamespace = 'public'::regnamespace"),
    ).toEqual([])
  })
})

describe('rows', () => {
  const rows = (content: string) => forged('tables/reserved_usernames', ({ name }) => ({ name, content }))

  test.each([
    ['fewer columns', 'admin\n'],
    ['no end', 'admin\tt'],
    ['the columns of another', 'admin\nroot\tt\tt\n'],
    ['an end of data before the end', 'admin\tt\n\\.\nroot\tt\n'],
  ])('with %s are refused before anything is changed', async (_, content) => {
    await expect(verifyArchive(await rows(content))).rejects.toMatchObject({ problem: 'refused' })
  })

  test('come with their columns in the order that the header says', async () => {
    const turned = entries.map(({ name, content }) => {
      if (name === 'header.json') {
        const header = JSON.parse(String(content))
        const table = header.tables.find((one: { name: string }) => one.name === 'reserved_usernames')
        table.columns.reverse()
        return { name, content: JSON.stringify(header) }
      }
      if (!name.startsWith('tables/reserved_usernames')) return { name, content }
      const rows = String(content).trimEnd().split('\n')
      const lines = rows.map((row) => `${row.split('\t').toReversed().join('\t')}\n`)
      return { name, content: lines.join('') }
    })
    const url = await emptyDatabase()
    const path = await write(withManifest(turned))
    await restoreFromArchive({ archive: path, url, files: memoryFiles(), replace: false })
    const rows = 'select * from reserved_usernames order by 1'
    expect(await query(url, rows)).toEqual(await query((await testDatabase()).url, rows))
  })

  test('that are SQL stay words, and what the database does not take is refused with nothing changed', async () => {
    const url = await emptyDatabase()
    const path = await rows("x\\'; drop table users; --\tmaybe\n")
    const attempt = restoreFromArchive({ archive: path, url, files: memoryFiles(), replace: false })
    await expect(attempt).rejects.toMatchObject({ name: 'ArchiveError', problem: 'refused' })
    expect(
      await query(url, "select relname from pg_class where relnamespace = 'public'::regnamespace"),
    ).toEqual([])
  })
})
