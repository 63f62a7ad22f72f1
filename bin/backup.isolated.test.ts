import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyArchive } from '../src/db/backup/read-archive.server.ts'
import { replaceFolder } from '../src/db/backup/replace-folder.server.ts'
import { startEmbedded } from '../src/db/embedded.server.ts'
import { migrate } from '../src/db/migrate.server.ts'
import { stopPostmaster } from '../src/db/postmaster.server.ts'
import { removeAfterExit } from '../src/db/temporary.server.ts'
import { embeddedUrl } from '../src/platform/files/data-folder.server.ts'
import { query } from '../tests/archives.ts'
import { startFormerPostgresql } from '../tests/former-postgresql.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
let folder: string
let dataDir: string
let archive: string

/** Creates a forum with a member and 100,000 blocked domains, so commands run long enough to be killed. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-backup-commands-'))
  removeAfterExit(folder)
  dataDir = join(folder, 'data')
  archive = join(folder, 'forum.tar.zst')
  const { url, stop } = await startEmbedded(dataDir)
  await migrate(url)
  await query(url, "insert into users (email, username) values ('kim@example.org', 'kim')")
  await query(
    url,
    "insert into blocked_domains (domain, reason) select n || '.example.org', repeat(md5(n::text), 3) from generate_series(1, 100000) n",
  )
  await stop()
})
afterAll(async () => {
  for (const name of ['data', 'other'])
    for (const place of ['postgres', 'restoring/postgres']) await stopPostmaster(join(folder, name, place))
  await rm(folder, { recursive: true, force: true })
})

function run(command: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(root, 'bin', `${command}.ts`), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, text }))
  return { child, ended, text: () => text }
}

async function killWhen(child: ChildProcess, condition: () => boolean): Promise<void> {
  await expect.poll(condition, { timeout: 60_000, interval: 1 }).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'close')
}

test('a backup that is killed leaves nothing under its name, and the next one is whole', {
  timeout: 60_000,
}, async () => {
  const { child } = run('backup', [archive])
  await killWhen(child, () => readdirSync(folder).some((name) => name.endsWith('.partial')))
  expect(existsSync(archive)).toBe(false)
  const { code, text } = await run('backup', [archive]).ended
  expect(text).toMatch(/1001\d\d rows of \d+ tables, 0 files/)
  expect(code).toBe(0)
  expect((await readdir(folder)).filter((name) => name.startsWith('forum'))).toEqual(['forum.tar.zst'])
  const { manifest, secret } = await verifyArchive(archive)
  expect(manifest.tables.find(({ name }) => name === 'blocked_domains')?.rows).toBe(100_000)
  expect(secret).toBeUndefined()
  expect(await run('backup', [archive]).ended).toMatchObject({
    code: 1,
    text: expect.stringContaining('already exists'),
  })
})

test('a restore goes on after it was killed, twice, and keeps the forum that was there', {
  tags: 'all',
  timeout: 180_000,
}, async () => {
  const other = join(folder, 'other')
  const env = { DATA_DIR: other }
  const first = run('restore', [archive], env)
  await killWhen(first.child, () => existsSync(join(other, 'restoring/postgres/global')))
  const begun = () =>
    query(embeddedUrl(join(other, 'restoring')), 'select name from threshold_restoring.parts').catch(() => [])
  const second = run('restore', [archive], env)
  await expect.poll(async () => (await begun()).length > 1, { timeout: 60_000, interval: 20 }).toBe(true)
  second.child.kill('SIGKILL')
  await second.ended
  const { code, text } = await run('restore', [archive], env).ended
  expect(text).toMatch(
    /checking the archive: [\s\S]*loading: [\s\S]*making indexes[\s\S]*matching the archive[\s\S]*\d parts were already restored by the previous attempt[\s\S]*all counters match/,
  )
  expect(code).toBe(0)
  expect(await readdir(other)).not.toContain('restoring')
  const again = await run('restore', [archive], env).ended
  expect(again).toMatchObject({ code: 1, text: expect.stringContaining('There is a forum with members') })
  // `--replace` also replaces a forum whose database no longer starts, together with its pictures.
  await writeFile(join(other, 'postgres/global/pg_control'), 'broken')
  await writeFile(join(other, 'files/picture.webp'), 'of the former')
  const withSecret = join(folder, 'with-secret.tar.zst')
  await run('backup', [withSecret, '--with-secret']).ended
  const replaced = await run('restore', [withSecret, '--replace'], env).ended
  const [, former = ''] = /The previous forum is in (.*)\. Delete/.exec(replaced.text) ?? []
  expect(await readFile(join(former, 'files/picture.webp'), 'utf8')).toBe('of the former')
  expect(await readdir(join(other, 'files'))).toEqual([])
  expect(await readFile(join(other, 'auth-secret'), 'utf8')).toBe(
    await readFile(join(dataDir, 'auth-secret'), 'utf8'),
  )
  expect((await stat(join(other, 'auth-secret'))).mode & 0o777).toBe(0o600)
  expect(await run('restore', ['--abandon'], env).ended).toEqual({
    code: 0,
    text: 'There is no unfinished restore.\n',
  })
})

test('a forum that was started meanwhile is not replaced under its feet', { timeout: 60_000 }, async () => {
  const { url, stop } = await startEmbedded(dataDir)
  try {
    await expect(replaceFolder(dataDir)).rejects.toThrow('was started')
    expect(await query(url, 'select username from profiles')).toEqual([{ username: 'kim' }])
  } finally {
    await stop()
  }
})

test('a hostile archive changes nothing and leaves nothing', async () => {
  const words = join(folder, 'words')
  await writeFile(words, 'not an archive')
  const { code, text } = await run('restore', [words, '--replace']).ended
  expect(text).toBe('This file is not a complete backup.\n')
  expect(existsSync(join(dataDir, 'postgres'))).toBe(true)
  expect(code).toBe(1)
  expect(existsSync(join(dataDir, 'restoring'))).toBe(false)
})

test('a backup moves the forum to another server, also after a kill, and replaces the forum there', {
  tags: 'all',
  timeout: 180_000,
}, async () => {
  const { url: to, stop } = await startFormerPostgresql()
  const env = { DATABASE_URL: to }
  try {
    const first = run('restore', [archive], env)
    const begun = () => query(to, 'select name from threshold_restoring.parts').catch(() => [])
    await expect.poll(async () => (await begun()).length > 1, { timeout: 60_000, interval: 10 }).toBe(true)
    first.child.kill('SIGKILL')
    await first.ended
    expect(await run('migrate', [], env).ended).toMatchObject({
      code: 1,
      text: expect.stringContaining('was interrupted'),
    })
    const second = await run('restore', [archive], env).ended
    expect(second.text).toMatch(
      /matching the archive[\s\S]*parts were already restored by the previous attempt/,
    )
    expect(second.code).toBe(0)
    expect(await run('migrate', [], env).ended).toMatchObject({ code: 0 })
    const refused = await run('restore', [archive, '--into', to]).ended
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('There is a forum with members') })
    await query(to, "insert into blocked_domains (domain) values ('later.example.org')")
    const { code, text } = await run('restore', [archive, '--into', to, '--replace']).ended
    const [, saved = ''] = /the replaced forum is in (.*)\.\n/.exec(text) ?? []
    expect(code).toBe(0)
    const rows = async () => (await query(to, 'select count(*)::int as rows from blocked_domains'))[0].rows
    expect(await rows()).toBe(100_000)
    expect(await run('restore', [saved, '--into', to, '--replace']).ended).toMatchObject({ code: 0 })
    expect(await rows()).toBe(100_001)
    expect(await run('restore', ['--abandon', '--into', to]).ended).toMatchObject({
      code: 0,
      text: 'There is no unfinished restore.\n',
    })
  } finally {
    await stop()
  }
})
