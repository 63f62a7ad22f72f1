import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../bin/port.ts'
import { createDatabase } from '../../src/db/database.server.ts'
import { migrate } from '../../src/db/migrate.server.ts'
import { Random } from '../filled-forum/random.ts'
import { type Node, startNode } from '../systems/forum.ts'
import {
  find,
  type Postgres,
  type Program,
  query,
  startPostgres,
  startProgram,
  temporaryFolder,
  until,
} from '../systems/programs.ts'
import { Load, makeMembers } from './load.ts'

describe.skipIf(!find('pg_basebackup') || !find('haproxy'))('the primary dies', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let servers: Awaited<ReturnType<typeof temporaryFolder>>
  let primary: Postgres
  let standby: Postgres
  let proxy: Program & { url: string }
  let forum: Node

  beforeAll(async () => {
    folder = await temporaryFolder()
    servers = await temporaryFolder({ ofDatabase: true })
    primary = await startPostgres(join(servers.path, 'primary'))
    await migrate(primary.url)
    standby = await startPostgres(join(servers.path, 'standby'), primary)
    await query(primary.url, `alter system set synchronous_standby_names = '*'`)
    await query(primary.url, 'select pg_reload_conf()')
    proxy = await startProxy(folder.path, primary.port, standby.port)
    forum = await startNode({ DATABASE_URL: proxy.url, DATA_DIR: folder.path })
  })
  afterAll(async () => {
    await forum?.end()
    await Promise.all([proxy?.end(), standby?.end('SIGINT'), primary?.end('SIGINT')])
    await Promise.all([folder.remove(), servers.remove()])
  })

  test('and its copy takes over: what was acknowledged is there, and the forum goes on by itself', async () => {
    const db = createDatabase(standby.url)
    const primaryDb = createDatabase(primary.url)
    const members = await makeMembers(primaryDb, 4)
    await primaryDb.destroy()
    const load = new Load(forum.origin, members, new Random(1)).begin()
    try {
      await until(() => load.writes > 50, 'writes before')
      const { refused } = load
      expect(refused, 'while nothing is wrong').toBe(0)
      await primary.end('SIGKILL')
      await until(async () => (await forum.get('/api/notes')).status === 200, 'what is read to go on')
      // The forum repeats LISTEN, which the standby refuses. Failed attempts must not leak connections.
      const refusals = () => standby.output().split('cannot execute LISTEN').length - 1
      await until(() => refusals() > 2, 'the forum to try to listen')
      const listening = `select pid from pg_stat_activity where application_name = 'threshold bus'`
      expect((await query(standby.url, listening)).length).toBeLessThan(2)
      await query(standby.url, 'select pg_promote()')
      const { writes } = load
      await until(
        () => load.writes > writes + 50,
        () => `writes afterwards: ${forum.output()}`,
      )
      const later = load.refused
      await until(() => load.writes > writes + 100, 'more of them')
      expect(load.refused, 'once it is over').toBe(later)
    } finally {
      await load.end()
    }
    expect(await load.lost(db)).toEqual([])
    expect((await sql`select * from counter_drift()`.execute(db)).rows).toEqual([])
    expect(load.unexpected.slice(0, 5)).toEqual([])
    expect(load.unanswered, 'the forum lives: it answers, if with 503').toBe(0)
    await db.destroy()
    console.info(`failover: ${load.writes} writes acknowledged and found, 0 lost, ${load.refused} refused`)
  })
})

/** Starts HAProxy with the configuration in deploy/, but with the ports of these two servers. */
async function startProxy(folder: string, first: number, second: number): Promise<Program & { url: string }> {
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  const example = await readFile(new URL('../../deploy/haproxy-database.cfg', import.meta.url), 'utf8')
  const addresses = { '127.0.0.1:6432': `127.0.0.1:${port}`, '10.0.0.21:5432': `127.0.0.1:${first}` }
  const text = Object.entries({ ...addresses, '10.0.0.22:5432': `127.0.0.1:${second}` }).reduce(
    (config, [from, to]) => config.replace(`${from}\n`, `${to}\n`).replace(`${from} `, `${to} `),
    example,
  )
  await writeFile(file, text)
  const program = startProgram(find('haproxy') as string, ['-db', '-f', file])
  const url = `postgresql://threshold@127.0.0.1:${port}/threshold`
  await until(
    () => query(url, 'select 1'),
    () => `a proxy: ${program.output()}`,
  )
  return { ...program, url }
}
