// `npm run generate`: writes the generated files. With --check, it fails if they are out of date.
import { readFile, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isContractProcedure } from '@orpc/contract'
import { Kysely, PostgresDialect } from 'kysely'
import { generate, PostgresDialect as TypesOfPostgres } from 'kysely-codegen'
import pg from 'pg'
import { createServer } from 'vite'
import { contract } from '../src/app/contract.ts'
import { migrate } from '../src/db/migrate.server.ts'
import { startTemporary } from '../src/db/temporary.server.ts'
import { step } from './progress.mjs'
import { runToEnd, type Undo } from './shutdown.ts'

const check = process.argv.includes('--check')
const types = fileURLToPath(new URL('../src/db/types.ts', import.meta.url))
const routes = fileURLToPath(new URL('../src/app/routeTree.gen.ts', import.meta.url))
const operations = fileURLToPath(new URL('../src/core/contract.gen.json', import.meta.url))

runToEnd(async (undo) => {
  await write(routes, await readRoutes())
  await write(types, await step('reading types from a migrated database', () => readTypes(undo)))
  await write(operations, `${JSON.stringify(operationsOf(contract), null, 1)}\n`)
})

async function write(file: string, text: string): Promise<void> {
  if (!check) await writeFile(file, text)
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`${relative(process.cwd(), file)} is out of date: run \`npm run generate\`.`)
    process.exitCode = 1
  }
}

/** Returns the routes that Vite's router plugin writes when a server is created. Restores the former file. */
async function readRoutes(): Promise<string> {
  const former = await readFile(routes, 'utf8')
  const server = await createServer({
    server: { middlewareMode: true },
    appType: 'custom',
    logLevel: 'error',
  })
  await server.close()
  const made = await readFile(routes, 'utf8')
  if (made !== former) await writeFile(routes, former)
  return made
}

async function readTypes(undo: Undo): Promise<string> {
  const starting = startTemporary()
  undo(() => starting.then(({ stop }) => stop()).catch(() => undefined))
  const database = await starting
  await migrate(database.url)
  const pool = new pg.Pool({ connectionString: database.url })
  // The server ends connections that are still closing. Without a listener, that would end the program.
  pool.on('error', () => {})
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await databaseTypes(db)
  } finally {
    await db.destroy()
  }
}

/** Generates types of rows as `createDatabase` returns them: bigint as number, timestamps as text. */
function databaseTypes(db: Kysely<unknown>): Promise<string> {
  return generate({
    db,
    dialect: new TypesOfPostgres(),
    excludePattern: 'migrations',
    outFile: null,
    typeMapping: { int8: 'number', timestamptz: 'string' },
  })
}

/** Returns `'posts.list': 'GET /posts'` for each operation. The browser needs no more of the API contract. */
function operationsOf(node: object, group = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(node).flatMap(([name, child]) => {
      if (!isContractProcedure(child)) return Object.entries(operationsOf(child, `${group}${name}.`))
      const { method, path } = child['~orpc'].route
      return [[group + name, `${method} ${path}`]]
    }),
  )
}
