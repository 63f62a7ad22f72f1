import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../bin/port.ts'
import { Jobs, job } from '../../src/platform/jobs/jobs.server.ts'
import { type MailDelivery, mailer } from '../../src/platform/mail/mail.server.ts'
import { type TestDatabase, testDatabase } from '../database.ts'
import { smtpServer } from '../smtp.ts'

const HOUR = 3600
const PEOPLE = ['ada@example.org', 'bo@example.org', 'cy@example.org']
const mail = job<{ to: string }>('mail')
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.db.destroy())

test('mails outlast a mail server that is away for an hour, and come once', async () => {
  let node = await start(to(`smtp://127.0.0.1:${await freePort()}`))
  for (const to of PEOPLE) await node.add(mail, { to })
  let [away, tries] = [0, 0]
  for (;;) {
    tries++
    await vi.waitFor(async () => expect(await states()).toEqual([`retry after ${tries - 1}`]), PATIENT)
    away += await passToNextTry()
    await node.stop()
    if (away > HOUR) break
    // A starting node looks for due jobs immediately, so the test need not wait up to ten seconds.
    node = await start(to(`smtp://127.0.0.1:${await freePort()}`))
  }
  expect(tries).toBeLessThan(12)
  const server = await smtpServer()
  node = await start(to(server.url))
  await vi.waitFor(async () => expect(await states()).toEqual([`completed after ${tries}`]), PATIENT)
  expect(server.received.map((received) => received.to).sort()).toEqual(PEOPLE)
  expect(await node.givenUp()).toEqual({ mail: 0 })
  await node.stop()
  await server.stop()
}, 60_000)

const PATIENT = { timeout: 15_000 }

function to(SMTP_URL: string): MailDelivery {
  return mailer({ SMTP_URL, MAIL_FROM: 'forum@example.org', DATA_DIR: '/', DKIM_KEY: undefined })
}

async function start(deliver: MailDelivery): Promise<Jobs> {
  const jobs = new Jobs(database.url, pino({ level: 'silent' }))
  const message = { subject: 'News', text: 'Words.', html: '<p>Words.</p>' }
  jobs.handle(mail, ({ to }) => deliver({ ...message, to }))
  await jobs.start()
  return jobs
}

/** Returns the distinct states of all mail jobs, with their number of retries. */
async function states(): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select distinct state || ' after ' || retry_count as state from pgboss.job where name = 'mail'`.execute(
    database.db,
  )
  return rows.map(({ state }) => state)
}

/** Makes all mails due for their next retry now. Returns the number of seconds that this skips. */
async function passToNextTry(): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select min(extract(epoch from start_after - now()))::float as seconds
    from pgboss.job where name = 'mail'`.execute(database.db)
  await sql`update pgboss.job set start_after = now() where name = 'mail'`.execute(database.db)
  return rows[0]?.seconds ?? 0
}
