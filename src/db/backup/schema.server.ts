import type pg from 'pg'
import { quoted, readTables } from './catalogue.server.ts'

/**
 * What stands in the way of rows that come table by table: foreign keys, triggers (which would count, announce and index
 * them again) and indexes that no constraint needs, which are made faster at the end. Each a statement that takes it away
 * and one that brings it back, from the catalogue of a database that our own migrations made.
 */
export interface Hindrance {
  remove: string
  restore: string
}

export async function readHindrances(client: pg.Client): Promise<Hindrance[]> {
  const { rows: indexes } = await client.query<Hindrance>(INDEXES)
  const { rows: keys } = await client.query<Hindrance>(FOREIGN_KEYS)
  const { rows: triggers } = await client.query<Hindrance>(TRIGGERS)
  return [...indexes, ...keys, ...triggers]
}

/** Empties all tables, also of what migrations wrote into them. Triggers are off by then. */
export async function emptyTables(client: pg.Client): Promise<void> {
  const tables = await readTables(client)
  await client.query(`truncate ${tables.map(({ name }) => `public.${quoted(name)}`).join(', ')}`)
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
