import { createHash } from 'node:crypto'
import type { Client, DatabaseError } from 'pg'

/** A function or trigger defined in `schema/`. */
export interface Definition {
  kind: 'function' | 'trigger'
  name: string
  /** The table of a trigger. Undefined for a function. */
  table?: string
  sql: string
  /** Hash of the source, stored in the database as the comment of the function or trigger. */
  hash: string
}

/** Thrown if a definition cannot be changed without a migration. The message explains why. */
class DefinitionError extends Error {
  override name = 'DefinitionError'
}

/** Returns the functions and triggers in a text formatted like `schema/*.sql`. Names are unique. */
export function readDefinitions(sql: string): Definition[] {
  const text = sql.replaceAll('\r\n', '\n')
  const functions = [...text.matchAll(/^CREATE FUNCTION (\w+)\([\s\S]*?\$\$[\s\S]*?\$\$;$/gm)]
  const triggers = [
    ...text.matchAll(/^CREATE (?:CONSTRAINT )?TRIGGER (\w+) [\s\S]*?\bON (\w+)\b[\s\S]*?;$/gm),
  ]
  return [
    ...functions.map(([sql, name = '']) => ({ kind: 'function' as const, name, sql, hash: hashOf(sql) })),
    ...triggers.map(([sql, name = '', table = '']) => ({
      kind: 'trigger' as const,
      name,
      table,
      sql,
      hash: hashOf(sql),
    })),
  ]
}

/**
 * Recreates each function and trigger whose source has changed since the last call, and drops those no
 * longer in the source. `former`: the definitions in migrations, which are also dropped if the source lacks
 * them. Runs in the caller's transaction. Returns the names of the changed and dropped ones.
 */
export async function updateDefinitions(
  client: Client,
  source: Definition[],
  former: Definition[],
): Promise<string[]> {
  const stored = await readStored(client)
  const present = new Map(stored.map((item) => [keyOf(item), item]))
  const wanted = new Map(source.map((item) => [keyOf(item), item]))
  const ours = new Set([...former.map(keyOf), ...stored.filter(({ hash }) => hash !== null).map(keyOf)])
  const changed = source.filter((item) => present.get(keyOf(item))?.hash !== item.hash)
  const gone = stored.filter((item) => ours.has(keyOf(item)) && !wanted.has(keyOf(item)))
  if (changed.length + gone.length === 0) return []
  // Bodies are not checked, because functions may call functions that are created later.
  await client.query('set local check_function_bodies = off')
  // Loads pg_trgm. Otherwise only a superuser could create functions that set a parameter of pg_trgm.
  await client.query("select similarity('', '')")
  const isTrigger = ({ kind }: { kind: string }) => kind === 'trigger'
  for (const { name, table } of [...changed, ...gone].filter(isTrigger))
    await client.query(`drop trigger if exists ${name} on ${table}`)
  for (const item of changed) if (!isTrigger(item)) await createFunction(client, item)
  for (const { name, signature } of gone) if (signature) await dropFunction(client, name, signature)
  for (const { name, table, sql, hash } of changed.filter(isTrigger)) {
    await client.query(sql)
    await client.query(`comment on trigger ${name} on ${table} is '${hash}'`)
  }
  return [...changed, ...gone].map(({ name }) => name)
}

interface StoredDefinition extends Pick<Definition, 'kind' | 'name'> {
  table?: string
  /** Name and argument types of a function. Null for a trigger. */
  signature: string | null
  /** Hash of the source. Null if a migration created the function or trigger. */
  hash: string | null
}

const HASH = /^source [0-9a-f]{64}$/

function hashOf(sql: string): string {
  return `source ${createHash('sha256').update(sql).digest('hex')}`
}

function keyOf({ kind, name, table }: Pick<Definition, 'kind' | 'name' | 'table'>): string {
  return kind === 'trigger' ? `${table}.${name}` : name
}

async function readStored(client: Client): Promise<StoredDefinition[]> {
  const { rows } = await client.query<StoredDefinition>(
    `select 'function' as kind, p.proname as name, null as table, p.oid::regprocedure::text as signature,
       obj_description(p.oid, 'pg_proc') as hash
     from pg_proc p join pg_language l on l.oid = p.prolang and l.lanname in ('sql', 'plpgsql')
     where pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     union all
     select 'trigger', t.tgname, c.relname, null, obj_description(t.oid, 'pg_trigger')
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`,
  )
  return rows.map((row) => ({ ...row, hash: HASH.test(row.hash ?? '') ? row.hash : null }))
}

/** Replaces the function and keeps its dependents. Drops it first if arguments or result type changed. */
async function createFunction(client: Client, { name, sql, hash }: Definition): Promise<void> {
  const before = await signaturesOf(client, name)
  await client.query('savepoint definition')
  try {
    await client.query(sql.replace(/^CREATE/, 'CREATE OR REPLACE'))
  } catch (error) {
    if ((error as DatabaseError).code !== OTHER_RESULT) throw error
    await client.query('rollback to savepoint definition')
    for (const signature of before) await dropFunction(client, name, signature)
    await client.query(sql)
  }
  await client.query('release savepoint definition')
  const after = await signaturesOf(client, name)
  // If the arguments changed, PostgreSQL has created a second function next to the old one.
  if (after.length > 1)
    for (const signature of before) if (after.includes(signature)) await dropFunction(client, name, signature)
  const [signature] = await signaturesOf(client, name)
  await client.query(`comment on function ${signature} is '${hash}'`)
}

async function dropFunction(client: Client, name: string, signature: string): Promise<void> {
  await client.query(`drop function ${signature}`).catch((error: DatabaseError) => {
    if (error.code !== HAS_DEPENDENTS) throw error
    throw new DefinitionError(
      `${name} is used by a constraint, an index or a column (${error.detail}). Change it in a migration.`,
    )
  })
}

async function signaturesOf(client: Client, name: string): Promise<string[]> {
  const { rows } = await client.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc
     where proname = $1 and pronamespace = 'public'::regnamespace`,
    [name],
  )
  return rows.map(({ signature }) => signature)
}

/** PostgreSQL's error codes. */
const OTHER_RESULT = '42P13'
const HAS_DEPENDENTS = '2BP01'
