import pg from 'pg'
import { embeddedUrl } from '../platform/data-folder.server.ts'

/** Advisory lock of the server's owner, two arbitrary numbers. */
export const LOCK = '1952999781, 1'

export async function holderOf(client: pg.Client): Promise<string> {
  const [classid, objid] = LOCK.split(', ')
  const { rows } = await client.query(
    `select application_name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and classid = $1 and objid = $2`,
    [classid, objid],
  )
  return rows[0]?.application_name.replace('threshold ', '') ?? 'process unknown'
}

export async function createDatabase(dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: embeddedUrl(dataDir, 'postgres') })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('create database threshold')
  } catch {
    // Another start created it, or the server stopped. The next round will tell.
  } finally {
    await client.end().catch(() => undefined)
  }
}
