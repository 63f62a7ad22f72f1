import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { oldItemsOf } from '../old-items.ts'

/** Maximum different links that are checked, the most frequent first, and that the report lists. */
const CHECKED = 100_000
const SHOWN = 100

/** Links in imported texts to the former forum. */
export interface OldLinks {
  /** Links to pages that lead nowhere here, because their item was not imported. */
  dead: number
  /** Links to uploaded files, which the former forum alone has. */
  missing_files: number
  /** The most frequent of both. */
  links: string[]
}

/**
 * Checks where links to the former forum lead. Returns null for a backup of this software, whose addresses may be those of
 * this forum. @param source such as `nodebb https://old.example`
 */
export async function checkOldLinks(db: Kysely<DB>, source: string): Promise<OldLinks | null> {
  const [software] = source.split(' ')
  if (software === 'archive') return null
  const found = await readLinks(db, source)
  const pages = found.map((link) => ({ ...link, items: itemsOf(link.path, software) }))
  const known = await findKnown(
    db,
    source,
    pages.flatMap(({ items }) => items),
  )
  const result: OldLinks = { dead: 0, missing_files: 0, links: [] }
  for (const { path, is_absolute, count, items } of pages) {
    const isFile = FILE.test(path)
    const isPage = items.length > 0 || (is_absolute && path !== '/')
    const isAlive = items.some(({ kind, old_id }) => known.has(`${kind} ${old_id}`))
    if (isAlive || (!isFile && !isPage)) continue
    if (isFile) result.missing_files += count
    else result.dead += count
    if (result.links.length < SHOWN) result.links.push(path)
  }
  return result
}

/** Paths of uploaded files. */
const FILE = /^\/(?:(?:assets|secure)[/-])?uploads\/|^\/(?:[^/]+\/)?download\/file\.php/

interface Link {
  path: string
  /** Whether the link names the former forum. Other paths may be pages of this forum. */
  is_absolute: boolean
  count: number
}

async function readLinks(db: Kysely<DB>, source: string): Promise<Link[]> {
  const host = URL.parse(source.split(' ')[1] ?? '')?.host
  const origin = host && `https?://${host.replace(/[.+*?()[\]{}|\\^$]/g, '\\$&')}`
  const pattern = `(\\]\\(${origin ? `|${origin}` : ''})(/(?!/)[^\\s()<>"]{0,250})`
  const { rows } = await sql<Link>`
    select replace(parts[2], '&amp;', '&') as path, bool_or(parts[1] <> '](') as is_absolute, count(*)::integer as count
    from imported i
    join lateral (
      select content from posts where id = i.id and i.kind = 'post' union all
      select content from comments where id = i.id and i.kind = 'comment') t on true
    cross join lateral regexp_matches(t.content, ${pattern}, 'g') as parts
    where i.source = ${source} and i.kind in ('post', 'comment') and not i.is_old
    group by 1 order by 3 desc, 1 limit ${CHECKED}`.execute(db)
  return rows
}

function itemsOf(path: string, software: string | undefined) {
  const url = URL.parse(path, 'https://old.invalid')
  return url ? oldItemsOf(url).filter((item) => item.software === software) : []
}

/** Returns the kinds and old ids of the items that were imported. */
async function findKnown(
  db: Kysely<DB>,
  source: string,
  items: readonly { kind: string; old_id: string }[],
): Promise<Set<string>> {
  const kinds = items.map(({ kind }) => kind)
  const ids = items.map(({ old_id }) => old_id)
  const { rows } = await sql<{ name: string }>`
    select i.kind || ' ' || i.old_id as name
    from unnest(${kinds}::text[], ${ids}::text[]) as wanted (kind, old_id)
    join imported i on i.source = ${source} and i.kind = wanted.kind and i.old_id = wanted.old_id and i.id is not null`.execute(
    db,
  )
  return new Set(rows.map(({ name }) => name))
}
