import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyDump, importDump, insertDump, smallNodebbDump, writeDump } from '../../tests/import-dumps.ts'
import { makeWorld, type World } from '../../tests/world.ts'
import { discourse } from './discourse/discourse.server.ts'
import { nodebb } from './nodebb/nodebb.server.ts'
import { phpbb } from './phpbb/phpbb.server.ts'
import type { ForumSource } from './source.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const phpbbDump = insertDump({
  phpbb_acl_options: [{ auth_option_id: 1, auth_option: 'f_read' }],
  phpbb_users: [{ user_id: 2, username: "O'Hara" }],
})
const discourseDump = copyDump({ post_actions: [{ id: 1, post_id: 1 }], users: [{ id: 1, username: 'ada' }] })

test.each<[what: string, source: ForumSource, file: string | Buffer, message: string]>([
  ['of phpBB', nodebb, phpbbDump, 'This looks like a phpBB dump; you asked for NodeBB.'],
  ['of phpBB', discourse, phpbbDump, 'This looks like a phpBB dump; you asked for Discourse.'],
  ['of Discourse', phpbb('phpbb_'), discourseDump, 'This looks like a Discourse dump; you asked for phpBB.'],
  ['of Discourse', nodebb, discourseDump, 'This looks like a Discourse dump; you asked for NodeBB.'],
  ['of NodeBB', phpbb('phpbb_'), smallNodebbDump(), 'This looks like a NodeBB dump; you asked for phpBB.'],
  [
    'of NodeBB, compressed',
    discourse,
    gzipSync(smallNodebbDump()),
    'This looks like a NodeBB dump; you asked for Discourse.',
  ],
  ['with another prefix', phpbb('forum_'), phpbbDump, 'none of the tables of phpBB. Set --table-prefix'],
  ['without tables', nodebb, '-- PostgreSQL database dump\n', 'none of the tables of NodeBB.'],
  ['without words', nodebb, '', 'The file is empty.'],
  ['in the custom format', nodebb, 'PGDMP\x01\x0e', 'pg_dump --format=plain'],
  ['in a ZIP file', phpbb('phpbb_'), 'PK\x03\x04', 'This is a ZIP file.'],
  ['cut off', nodebb, gzipSync(smallNodebbDump()).subarray(0, 100), 'The file is damaged'],
  ['cut off', nodebb, zstdCompressSync(smallNodebbDump()).subarray(0, 100), 'The file is damaged'],
  ['of random bytes', nodebb, gzipSync(Buffer.from([0xff, 0xfe, 0x00])), 'none of the tables of NodeBB.'],
])('a dump %s is refused in clear words', async (_, source, file, message) => {
  await expect(importDump(world, source, writeDump(file))).rejects.toThrow(message)
})

test('why a file was refused is stored for the page', async () => {
  await expect(importDump(world, nodebb, writeDump('PK\x03\x04'))).rejects.toThrow()
  const run = await world.db.selectFrom('import_runs').selectAll().orderBy('id', 'desc').executeTakeFirst()
  expect(run).toMatchObject({ problem: expect.stringContaining('ZIP'), finished_at: null, seen_at: null })
})
