import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { emptyDatabase, memoryFiles, query, writeBackup } from '../../../tests/archives.ts'
import { connect, readParts, readTables } from './catalogue.server.ts'
import type { Header, Manifest } from './format.ts'
import { verifyArchive } from './read-archive.server.ts'
import { restore } from './restore.server.ts'

/** Written once, with the migrations of that time, and never again. */
const archive = fileURLToPath(new URL('../../../tests/fixtures/backup-format-3.tar.zst', import.meta.url))

test('an archive with fewer migrations becomes a forum of today', async () => {
  const { header, manifest } = await verifyArchive(archive)
  expect(header).toMatchObject({ format: 3, version: '0.1.0' })
  expect(header.migrations.at(-1)?.name).toBe('0142_comments_together.sql')
  const url = await emptyDatabase()
  const files = memoryFiles()
  const restored = await restore({ archive, url, files, replace: false })
  expect(restored).toMatchObject({ drift: [], secret: undefined })
  expect([...files.stored.keys()]).toEqual(['avatars/kim/picture-24.webp'])
  expect(
    await query(
      url,
      `select username, title, posts.votes_score, posts.comment_count, comments.content from posts
       join profiles on profiles.id = posts.author_id join comments on comments.post_id = posts.id`,
    ),
  ).toEqual([
    {
      username: 'kim',
      title: 'A tab\tand a \\ backslash',
      votes_score: 1,
      comment_count: 1,
      content: 'Words\nin lines',
    },
  ])
  // The upgrade queues the texts to be indexed again.
  expect(await changedTables(url, header, manifest)).toEqual(['search_batches'])
  const folder = await mkdtemp(join(tmpdir(), 'threshold-formats-'))
  expect((await writeBackup(join(folder, 'now.tar.zst'), url, files)).files.count).toBe(1)
  await rm(folder, { recursive: true })
})

/** Tables of the archive whose rows are others by now, in the columns of that time that there still are. */
async function changedTables(url: string, header: Header, manifest: Manifest): Promise<string[]> {
  const client = await connect(url, 'test')
  try {
    const now = new Map((await readTables(client)).map((table) => [table.name, table]))
    const changed: string[] = []
    for (const { name, columns } of header.tables) {
      const table = now.get(name)
      if (!table || columns.some((column) => !table.columns.includes(column))) continue
      const hash = createHash('sha256')
      for await (const part of readParts(client, { ...table, columns })) hash.update(part)
      const said = manifest.tables.find((one) => one.name === name)
      if (hash.digest('hex') !== said?.sha256) changed.push(name)
    }
    return changed
  } finally {
    await client.end()
  }
}
