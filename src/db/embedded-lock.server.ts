import pg from 'pg'
import { embeddedUrl } from '../platform/data-folder.server.ts'

/** Of the advisory lock that says whose an embedded server is: any two numbers nobody else uses, 'the' and 1. */
export const LOCK = '1952999781, 1'

/** Who holds the lock, as they name themselves. */
export async function holderOf(client: pg.Client): Promise<string> {
  const [classid, objid] = LOCK.split(', ')
  const { rows } = await client.query(
    `select application_name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and classid = $1 and objid = $2`,
    [classid, objid],
  )
  return rows[0]?.application_name.replace('threshold ', '') ?? 'process unknown'
}

/** The forum's own database in an embedded server. */
export async function createDatabase(dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: embeddedUrl(dataDir, 'postgres') })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('create database threshold')
  } catch {
    // Another start made it, or the server went away: the next round sees.
  } finally {
    await client.end().catch(() => undefined)
  }
}
