import { createHash } from 'node:crypto'
import type { Client, DatabaseError } from 'pg'

/** A function or trigger of `schema/`. */
export interface Definition {
  kind: 'function' | 'trigger'
  name: string
  /** Set for a trigger. */
  table?: string
  sql: string
  /** Stored as the comment of the function or trigger. */
  hash: string
}

/** A definition cannot be changed without a migration. The message says why. */
class DefinitionError extends Error {
  override name = 'DefinitionError'
}

/** The functions and triggers of a text that is formatted like `schema/*.sql`. Names are unique. */
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
 * Creates again each function and trigger whose source changed since this function created it, and drops those that
 * the source no longer has. `former`: definitions of the migrations, which may not be in the source any more. Runs in
 * the caller's transaction. Returns the names.
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
  // Functions call functions that come later.
  await client.query('set local check_function_bodies = off')
  // Loads pg_trgm: without it, only a superuser may create functions that set its parameter.
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
  /** Set for a function. */
  signature: string | null
  /** Null: created by a migration. */
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

/** Replaces the function, which keeps its dependents. With other arguments or another result, drops it first. */
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
  // With other arguments it is another function.
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

/** PostgreSQL's codes. */
const OTHER_RESULT = '42P13'
const HAS_DEPENDENTS = '2BP01'
