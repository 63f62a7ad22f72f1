import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../bin/port.ts'
import { startServer } from '../../bin/program.ts'
import { embeddedUrl } from '../../src/platform/data-folder.server.ts'
import { expect, type Forum, test as shared } from './journey.ts'

/** In a forum of its own, whose notes go away. */
const test = shared.extend<object, { forum: Forum }>({
  forum: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const DATA_DIR = await mkdtemp(join(tmpdir(), 'threshold-lost-'))
      const PORT = String(await freePort())
      const url = `http://localhost:${PORT}`
      const env = { PORT, DATA_DIR, PUBLIC_URL: url, DATABASE_URL: '', NODE_ENV: 'production' }
      const server = startServer(['bin/start.ts'], { ...env, RATE_LIMITS: 'off' })
      await server.ready
      await use({ url, databaseUrl: embeddedUrl(DATA_DIR) })
      await server.stop()
      await rm(DATA_DIR, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})

test.use({ expected: [/Failed to load resource|server gave no answer/] })

test('a page without its list says so with a 503 that nobody keeps, and is whole again', async ({
  newMember,
  page,
  request,
  sql,
}) => {
  const { page: author, member } = await newMember('noter')
  const share = { data: { content: 'A note of the day' }, headers: { 'x-csrf-token': 'j'.repeat(32) } }
  expect((await author.request.post('/api/notes', share)).status()).toBe(201)
  const profile = `/profile/${member.username}?tab=notes`
  await sql('alter table notes rename to notes_away')
  for (const path of ['/notes', profile]) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(503)
    expect(await response.text()).toContain('The notes could not be loaded')
  }
  expect(await (await request.get(profile)).text()).toContain(`@${member.username}`)
  expect((await request.get('/concepts')).status()).toBe(200)

  // The application takes over what the page says; trying again helps once it can.
  await page.goto('/notes')
  await expect(page.getByText('The notes could not be loaded')).toBeVisible()
  await sql('alter table notes_away rename to notes')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main').getByText('A note of the day')).toBeVisible()
  for (const path of ['/notes', profile]) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(200)
    expect(await response.text()).toContain('A note of the day')
  }
})
