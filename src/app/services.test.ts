import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { smtpServer } from '../../tests/smtp.ts'
import { makeWorld, type World } from '../../tests/world.ts'
import { sendConfirmation } from '../accounts/mail/jobs.server.ts'
import { metrics } from '../platform/metrics.server.ts'
import { startServices } from './services.server.ts'

let world: World
let mails: Awaited<ReturnType<typeof smtpServer>>

beforeAll(async () => {
  mails = await smtpServer()
  world = await makeWorld()
  const AUTH_SECRET = 'a secret for tests, 32 characters'
  const config = { ...world.services.config, SMTP_URL: mails.url, AUTH_SECRET }
  await startServices({ ...world.services, config })
})
afterAll(async () => {
  await world.close()
  await mails.stop()
})

test('after 50 sign-ups within a moment everybody has the link', async () => {
  const { db, services } = world
  const guests = Array.from({ length: 50 }, (_, i) => ({
    email: `guest${i}@example.org`,
    email_verified: false,
  }))
  const users = await db.insertInto('users').values(guests).returning('id').execute()
  await Promise.all(users.map(({ id }) => services.jobs.add(sendConfirmation, { user_id: id })))
  await vi.waitFor(() => expect(mails.received).toHaveLength(50), { timeout: 60_000 })
  expect(new Set(mails.received.map(({ to }) => to)).size).toBe(50)
})

test('the metrics say how long the oldest job of each kind waits', async () => {
  const config = { ...world.services.config, METRICS_TOKEN: 'a token' }
  const app = metrics({ ...world.services, config })
  // Retries, because /metrics omits values that take longer than a second to read, for example under load.
  await vi.waitFor(
    async () => {
      const answer = await app.request('/metrics', { headers: { authorization: 'Bearer a token' } })
      const text = await answer.text()
      expect(text).toContain('jobs_oldest_seconds{kind="send-confirmation"} 0')
      expect(text).toContain('jobs_waiting{kind="send-password-reset"} 0')
    },
    { timeout: 20_000 },
  )
}, 25_000)
