import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { type Header, pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DumpError } from './dump-error.ts'
import { openDump } from './open-dump.server.ts'
import { readDumpOfTar } from './tar-dump.server.ts'

type Entry = Partial<Header> & { name: string; content?: string | Buffer }

const SQL = `COPY t (a) FROM stdin;\n${'some words\n'.repeat(20_000)}\\.\n`
const DUMP = { name: 'dump.sql.gz', content: gzipSync(SQL) }
const PICTURE = { name: 'uploads/default/original/1X/a.png', content: Buffer.alloc(100_000, 7) }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-open-dump-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function tarOf(entries: Entry[]): Promise<Buffer> {
  const tar = pack()
  for (const { content = '', ...header } of entries) tar.entry(header, content as string)
  tar.finalize()
  return buffer(Readable.from(tar))
}

async function open(bytes: Buffer | string): Promise<string> {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, bytes)
  return (await buffer(Readable.from(openDump(path)))).toString('utf8')
}

describe('a dump is read from', () => {
  test.each([
    ['a plain file', () => SQL],
    ['an empty file', () => ''],
    ['gzip', () => gzipSync(SQL)],
    ['zstd', () => zstdCompressSync(SQL)],
    ['a backup of Discourse', async () => gzipSync(await tarOf([DUMP, PICTURE]))],
    ['a backup with the dump last', async () => gzipSync(await tarOf([PICTURE, DUMP]))],
    ['a tar with a plain dump', () => tarOf([{ name: './dump.sql', content: SQL }, PICTURE])],
    [
      'a tar in a folder, with an upload of the same name',
      async () =>
        zstdCompressSync(
          await tarOf([
            { name: 'backup/', type: 'directory' },
            { ...DUMP, name: 'backup/dump.sql.gz' },
            { name: 'backup/uploads/dump.sql', content: 'an upload' },
          ]),
        ),
    ],
  ])('%s', async (name, make) => {
    expect(await open(await make())).toBe(name === 'an empty file' ? '' : SQL)
  })
})

describe('refused is an archive with', () => {
  test.each<[string, Entry[], string]>([
    ['no dump', [PICTURE], 'The archive contains neither dump.sql nor dump.sql.gz.'],
    ['two dumps', [DUMP, PICTURE, { name: 'dump.sql', content: SQL }], 'The archive contains two dumps.'],
    ['a path upwards', [{ ...DUMP, name: '../dump.sql.gz' }], 'leads out of it: "../dump.sql.gz"'],
    ['an upload upwards', [DUMP, { name: 'uploads/../../a', content: 'x' }], 'leads out of it'],
    ['an absolute path', [DUMP, { name: '/etc/passwd', content: 'x' }], 'leads out of it'],
    ['a path of Windows', [DUMP, { name: 'uploads\\a', content: 'x' }], 'leads out of it'],
    ['a symlink as dump', [{ name: 'dump.sql', type: 'symlink', linkname: '/etc/passwd' }], 'a symlink'],
    ['a link', [DUMP, { name: 'uploads/a', type: 'link', linkname: 'dump.sql.gz' }], 'contains a link'],
    ['a device', [DUMP, { name: 'uploads/a', type: 'character-device' }], 'a character-device'],
    ['a damaged dump', [{ name: 'dump.sql.gz', content: DUMP.content.subarray(0, 200) }], 'is damaged'],
  ])('%s', async (_, entries, message) => {
    const opened = open(gzipSync(await tarOf(entries)))
    await expect(opened).rejects.toBeInstanceOf(DumpError)
    await expect(opened).rejects.toThrow(message)
  })

  test('too many entries', async () => {
    const entries = Array.from({ length: 4 }, (_, at) => ({ name: `uploads/${at}`, content: 'x' }))
    const chunks = Readable.from([await tarOf([...entries, DUMP])])
    const read = buffer(Readable.from(readDumpOfTar(chunks, async (dump) => dump, 4)))
    await expect(read).rejects.toThrow('The archive has more than 4 entries.')
  })
})

describe('refused is a file that', () => {
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['is cut', async () => gzipSync(await tarOf([DUMP, PICTURE])).subarray(0, -20)],
    ['is cut within its archive', async () => gzipSync((await tarOf([PICTURE])).subarray(0, 50_000))],
    ['is damaged', () => Buffer.concat([gzipSync(SQL).subarray(0, 50), Buffer.alloc(200, 255)])],
    ['only seems to be zstd', () => Buffer.concat([Buffer.from('28b52ffd', 'hex'), Buffer.alloc(600, 255)])],
  ])('%s', async (_, make) => {
    const opened = open(await make())
    await expect(opened).rejects.toBeInstanceOf(DumpError)
    await expect(opened).rejects.toThrow('The file is damaged')
  })

  const BOMB = gzipSync(Buffer.alloc(80 * 2 ** 20, 'words\n'))

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['gzip', () => BOMB],
    ['zstd', () => zstdCompressSync(Buffer.alloc(80 * 2 ** 20))],
    ['a dump in an archive', async () => gzipSync(await tarOf([{ name: 'dump.sql.gz', content: BOMB }]))],
    [
      'an upload',
      async () => gzipSync(await tarOf([{ name: 'uploads/a', content: Buffer.alloc(80 * 2 ** 20) }])),
    ],
  ])('is a bomb: %s', async (_, make) => {
    const opened = open(await make())
    await expect(opened).rejects.toBeInstanceOf(DumpError)
    await expect(opened).rejects.toThrow('The file would unpack to more than 200 times its size.')
  })
})
