import type pg from 'pg'
import { quoteIdentifier, readSequences, readTables } from './catalogue.server.ts'
import { ArchiveError, type ArchiveHeader, type Sequence } from './format.ts'

export interface SchemaRule {
  of: string
  name: string
  is: string
}

/** Statements that remove a foreign key, trigger or index for a faster load, and restore it afterwards. */
export interface LoadConstraint {
  remove: string
  restore: string
}

export async function readLoadConstraints(client: pg.Client): Promise<LoadConstraint[]> {
  const { rows: indexes } = await client.query<LoadConstraint>(INDEXES)
  const { rows: keys } = await client.query<LoadConstraint>(FOREIGN_KEYS)
  const { rows: triggers } = await client.query<LoadConstraint>(TRIGGERS)
  return [...indexes, ...keys, ...triggers]
}

/** Returns all constraints, triggers and indexes, for comparing them before and after a load. */
export async function readSchemaRules(client: pg.Client): Promise<SchemaRule[]> {
  const { rows } = await client.query<SchemaRule>(RULES)
  return rows
}

/** Drops all objects in the schema `public` that the current role owns, except extensions. */
export async function dropOwnedObjects(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(DROP)
  for (const { statement } of rows) await client.query(statement)
}

/** Empties all tables. Also removes the rows that migrations inserted. */
export async function emptyTables(client: pg.Client): Promise<void> {
  const tables = await readTables(client)
  await client.query(`truncate ${tables.map(({ name }) => `public.${quoteIdentifier(name)}`).join(', ')}`)
}

const OURS = `c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

const FOREIGN_KEYS = `
  select format('alter table public.%I drop constraint %I', c.relname, k.conname) as remove,
    format('alter table public.%I add constraint %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) as restore
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.contype = 'f' and k.conparentid = 0 and ${OURS} order by c.relname, k.conname`

const TRIGGERS = `
  select format('alter table public.%I disable trigger %I', c.relname, t.tgname) as remove,
    format('alter table public.%I enable %s trigger %I', c.relname,
      case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname) as restore
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and t.tgenabled <> 'D' and ${OURS} order by c.relname, t.tgname`

const INDEXES = `
  select format('drop index public.%I', x.relname) as remove, pg_get_indexdef(i.indexrelid) as restore
  from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
  where ${OURS} and not i.indisunique and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
  order by x.relname`

const RULES = `
  select conrelid::regclass::text as of, conname::text as name, pg_get_constraintdef(oid) as is from pg_constraint
  where connamespace = 'public'::regnamespace and conrelid <> 0
  union all select tgrelid::regclass::text, tgname, tgenabled::text || ' ' || pg_get_triggerdef(t.oid)
  from pg_trigger t join pg_class c on c.oid = t.tgrelid where not tgisinternal and ${OURS}
  union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public' order by 1, 2, 3`

/** Query for the DROP statements. Tables come first, because CASCADE also drops what depends on them. */
const DROP = `
  select statement from (
    select 1 as place, relnamespace as schema, relowner as owner, oid,
      format('drop %s if exists public.%I cascade', case relkind when 'v' then 'view' when 'm' then 'materialized view'
        when 'f' then 'foreign table' else 'table' end, relname) as statement
      from pg_class where relkind in ('r', 'p', 'v', 'm', 'f')
    union all select 2, pronamespace, proowner, oid, format('drop routine if exists public.%I(%s) cascade', proname,
      pg_get_function_identity_arguments(oid)) from pg_proc
    union all select 3, cfgnamespace, cfgowner, oid,
      format('drop text search configuration if exists public.%I cascade', cfgname) from pg_ts_config
    union all select 4, dictnamespace, dictowner, oid,
      format('drop text search dictionary if exists public.%I cascade', dictname) from pg_ts_dict) as things
  where schema = 'public'::regnamespace and pg_has_role(owner, 'usage')
    and not exists (select from pg_depend d where d.objid = things.oid and d.deptype = 'e')
  order by place, statement`

/** Throws ArchiveError if the archive's tables, columns or identity columns differ from the database's. */
export async function compareTables(
  client: pg.Client,
  tables: ArchiveHeader['tables'],
  sequences: Sequence[],
): Promise<void> {
  const known = new Map((await readTables(client)).map(({ name, columns }) => [name, columns]))
  for (const { name, columns } of tables) {
    const ours = known.get(name)
    if (!ours) throw new ArchiveError('unknown', `Unknown table: ${quoteIdentifier(name)}.`)
    const odd =
      columns.find((column) => !ours.includes(column)) ?? ours.find((column) => !columns.includes(column))
    if (odd || columns.length !== ours.length)
      throw new ArchiveError(
        'unknown',
        `The columns of ${quoteIdentifier(name)} do not match its migrations: ${odd}.`,
      )
    if (!known.delete(name)) throw new ArchiveError('refused', `${quoteIdentifier(name)} occurs twice.`)
  }
  const [missing] = known.keys()
  if (missing) throw new ArchiveError('unknown', `The table ${quoteIdentifier(missing)} is missing.`)
  await compareSequences(client, sequences)
}

async function compareSequences(client: pg.Client, sequences: Sequence[]): Promise<void> {
  const named = (all: Sequence[]) =>
    JSON.stringify(all.map(({ table, column }) => `${table}.${column}`).toSorted())
  const ours = named(await readSequences(client))
  if (named(sequences) !== ours)
    throw new ArchiveError('unknown', `The identity columns do not match the migrations: ${ours}.`)
}
