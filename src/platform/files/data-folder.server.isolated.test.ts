import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadOrCreateSecret, socketDirectory } from './data-folder.server.ts'

test('the secret is made once, also by two at once, and only we may read it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'threshold-secret-'))
  const secrets = await Promise.all([loadOrCreateSecret(folder), loadOrCreateSecret(folder)])
  expect(secrets[0]).toMatch(/^[\w-]{43}$/)
  expect(new Set([...secrets, await loadOrCreateSecret(folder)]).size).toBe(1)
  expect((await stat(join(folder, 'auth-secret'))).mode & 0o777).toBe(0o600)
  expect((await readFile(join(folder, 'auth-secret'), 'utf8')).trim()).toBe(secrets[0])
  await rm(folder, { recursive: true })
})

test('the socket is in the data folder unless its path gets too long for a socket', () => {
  expect(socketDirectory('/srv/forum')).toBe('/srv/forum/run')
  const long = socketDirectory(`/srv/${'x'.repeat(100)}`)
  expect(long.startsWith(join(tmpdir(), 'threshold-'))).toBe(true)
  expect(long).not.toBe(socketDirectory(`/srv/${'y'.repeat(100)}`))
})
