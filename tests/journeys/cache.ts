import { expect } from '@playwright/test'
import type { QueryResult } from 'pg'
import { listen } from '../listen.ts'

type Sql = (statement: string, values?: unknown[]) => Promise<QueryResult>

/**
 * Invalidates cached pages with these tags after a direct change to the database. Sends the same message as a
 * node would (platform/bus/bus.server.ts), then a live event. When that arrives, the forum has received both.
 */
export async function dropCached(sql: Sql, ...tags: string[]): Promise<void> {
  const id = crypto.randomUUID()
  const { body } = await fetch(`${process.env.BASE_URL}/api/live`)
  if (!body) throw new Error('There is no stream of events.')
  const stream = listen(body)
  await expect.poll(() => stream.lastId()).toBeDefined()
  await sql("select pg_notify('threshold', $1)", [
    JSON.stringify([
      'journey',
      { channel: 'pages', message: tags },
      { channel: 'live', message: { event: { type: 'note_likes', id } } },
    ]),
  ])
  await expect.poll(() => stream.text()).toContain(id)
  await stream.leave()
}
