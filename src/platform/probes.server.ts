import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { ping } from '../db/database.server.ts'
import type { DB } from '../db/types.ts'

/** `/healthz`: the process answers. `/readyz`: the database does too; migrations ran before anything was served. */
export function probes({ db }: { db: Kysely<DB> }) {
  return new Hono()
    .get('/healthz', (c) => c.text('ok'))
    .get('/readyz', async (c) => {
      const ready = await ping(db).then(
        () => true,
        () => false,
      )
      return ready ? c.text('ready') : c.text('the database does not answer', 503)
    })
}
