import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../../src/db/database.server.ts'
import { migrate } from '../../src/db/migrate.server.ts'
import { populate, startNode } from './forum.ts'
import {
  find,
  type Postgres,
  type Program,
  startPgBouncer,
  startPostgres,
  temporaryFolder,
  until,
} from './programs.ts'

describe.skipIf(!find('pgbouncer') || !find('postgres'))('PgBouncer in transaction mode', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let servers: Awaited<ReturnType<typeof temporaryFolder>>
  let server: Postgres
  let pooler: Program & { url: string }
  let ada: Awaited<ReturnType<typeof populate>>

  beforeAll(async () => {
    folder = await temporaryFolder()
    servers = await temporaryFolder({ ofDatabase: true })
    server = await startPostgres(join(servers.path, 'primary'))
    await migrate(server.url)
    pooler = await startPgBouncer(servers.path, server)
    const db = createDatabase(server.url)
    ada = await populate(db)
    await db.destroy()
  })
  afterAll(async () => {
    await pooler?.end('SIGINT')
    await server?.end('SIGINT')
    await Promise.all([folder.remove(), servers.remove()])
  })

  test('carries everything on four connections, without named statements', async () => {
    const node = await startNode({
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: server.url,
      DATA_DIR: folder.path,
    })
    const ask = (n: number) => [
      node.get('/'),
      node.get(`/post/${ada.post}`),
      node.get('/api/posts'),
      node.get('/api/me', ada.headers),
      ada.comment(node.origin, `Over a pooler, ${n}, ${randomUUID()}`),
    ]
    for (let round = 0; round < 6; round++) {
      const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => ask(n)).flat())
      expect(answers.map(({ status }) => status).filter((status) => status >= 400)).toEqual([])
    }
    // Receives other nodes' messages on a direct connection, because PgBouncer does not pass them on.
    const other = await startNode({
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: server.url,
      DATA_DIR: folder.path,
    })
    await other.get(`/post/${ada.post}`)
    await ada.comment(node.origin, 'Heard elsewhere.')
    await until(
      async () => (await (await other.get(`/post/${ada.post}`)).text()).includes('Heard elsewhere.'),
      'the other node to hear of it',
      3000,
    )
    await Promise.all([node.end(), other.end()])
    // Ignores warnings about overload, because four connections may be too few on a busy machine.
    const lines = node
      .output()
      .split('\n')
      .filter((line) => !line.includes('there is too much'))
    expect(lines.join('\n')).not.toMatch(/"level":[456]0/)
  })
})
