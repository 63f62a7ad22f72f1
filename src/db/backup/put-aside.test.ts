import { expect, test } from 'vitest'
import { emptyDatabase, query } from '../../../tests/archives.ts'
import { testDatabase } from '../../../tests/database.ts'
import { readSequences, readTables } from './catalogue.server.ts'
import { Loader, type Plan } from './load.server.ts'
import { hasTables, OccupiedError } from './occupied.server.ts'
import { connect } from './parts.server.ts'
import { putAside, takeBack } from './put-aside.server.ts'

test('what was begun is taken back before something else begins, also where the schema is not ours', async () => {
  const url = await emptyDatabase()
  const tenant = `tenant_${process.env.VITEST_POOL_ID}`
  const { pathname } = new URL(url.replace('@/', '@host/'))
  await query(url, `drop role if exists ${tenant}`)
  await query(
    url,
    `create role ${tenant} login; grant create on schema public to ${tenant}; grant create on database ${pathname.slice(1)} to ${tenant}`,
  )
  const theirs = url.replace(/\/\/[^@]*@/, `//${tenant}@`)
  const client = await connect(theirs, 'test')
  const plan = await planOf((await testDatabase()).url)
  const loader = new Loader(client, theirs)
  await loader.lock()
  await putAside(client) // there is nothing, and the schema cannot be renamed
  await loader.begin('one', plan)
  await expect(loader.begin('another', plan)).rejects.toBeInstanceOf(OccupiedError)
  expect(await takeBack(client)).toBe(true)
  expect(await hasTables(client)).toBe(false)
  expect(await takeBack(client)).toBe(false)
  await loader.begin('another', plan)
  expect(await loader.isBegun('another')).toBe(true)
  // Whatever it was that went meanwhile, a forum without it is none.
  await client.query(`update threshold_restoring.work set hindrances = hindrances - 0`)
  const none = new Map<string, number>()
  await expect(loader.finish([], none, () => undefined)).rejects.toThrow('is not as its migrations made it')
  await takeBack(client)
  await client.end()
  await query(url, `drop owned by ${tenant}; drop role ${tenant}`)
})

async function planOf(url: string): Promise<Plan> {
  const migrations = await query(url, 'select name, checksum from migrations order by name collate "C"')
  const client = await connect(url, 'test')
  const [tables, sequences] = [await readTables(client), await readSequences(client)]
  await client.end()
  return { migrations, tables, sequences }
}
