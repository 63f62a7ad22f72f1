import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { smallForum } from '../tests/small-forum.ts'
import { freePort } from './port.ts'

const small = smallForum()
const { get, start } = small

test('serves, tells the application what it needs, and says where', async () => {
  const forum = start()
  await forum.says(`ready http://localhost:${small.port}`)
  const answer = await get('/')
  expect(answer).toMatchObject({ NODE_ENV: 'production', address: expect.stringMatching(/127\.0\.0\.1|::1/) })
  expect(answer.DATABASE_URL).toContain(encodeURIComponent(small.dataDir))
  expect(answer.AUTH_SECRET).toBe((await readFile(join(small.dataDir, 'auth-secret'), 'utf8')).trim())
  expect(await forum.end('SIGINT')).toBe(0)
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s, even twice, lets a request finish and stops all',
  async (signal) => {
    const forum = start()
    await forum.says('ready http')
    const slow = get('/slow')
    await new Promise((done) => setTimeout(done, 200))
    forum.child.kill(signal)
    setTimeout(() => forum.child.kill(signal), 100)
    expect(await slow).toHaveProperty('AUTH_SECRET')
    await once(forum.child, 'exit')
    expect(forum.child.exitCode).toBe(0)
    expect(forum.output()).toMatch(/application stops\n$/)
    expect(await readFile(join(small.dataDir, 'postgres.log'), 'utf8')).toMatch(
      /database system is shut down\n$/,
    )
  },
)

test('says first that it is not ready, serves for a while, and closes connections with their answers', {
  tags: 'all',
}, async () => {
  const forum = start({ TRUSTED_PROXIES: '127.0.0.1' })
  await forum.says('ready http')
  forum.child.kill('SIGTERM')
  await forum.says('application leaves')
  const answer = await fetch(`http://localhost:${small.port}/`)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  expect(await forum.ends()).toBe(0)
})

test('a second one on the same data is refused', async () => {
  const first = start()
  await first.says('ready http')
  const second = start({ PORT: String(await freePort()) })
  expect(await second.ends()).toBe(1)
  expect(second.output()).toContain(
    `Another Threshold is already running on ${small.dataDir} (process ${first.child.pid})`,
  )
  expect(await get('/')).toHaveProperty('AUTH_SECRET')
})

test('starts again by itself after a hard kill', async () => {
  const first = start()
  await first.says('ready http')
  await first.end('SIGKILL')
  const second = start()
  await second.says('ready http')
  expect(await second.end('SIGTERM')).toBe(0)
})

test('a wrong configuration is refused before anything is made', async () => {
  const unmade = join(small.folder, 'unmade')
  const forum = start({ PORT: 'abc', LOG_LEVEL: 'loud', DATA_DIR: unmade })
  expect(await forum.ends()).toBe(1)
  expect(forum.output()).toMatch(/PORT=abc is not allowed; allowed: a whole number.*\n {2}LOG_LEVEL=loud/)
  expect(existsSync(unmade)).toBe(false)
})

test('a taken port is named, and the database does not stay behind', async () => {
  const other = createServer().listen(small.port)
  await once(other, 'listening')
  const forum = start()
  expect(await forum.ends()).toBe(1)
  expect(forum.output()).toContain(`Port ${small.port} is in use`)
  expect(await readFile(join(small.dataDir, 'postgres.log'), 'utf8')).toMatch(
    /database system is shut down\n$/,
  )
  other.close()
})
