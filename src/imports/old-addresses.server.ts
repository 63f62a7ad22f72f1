import { Hono } from 'hono'
import { type Kysely, sql } from 'kysely'
import type { Services } from '../core/context.server.ts'
import type { GuestQueues } from '../core/guest-queues.server.ts'
import type { DB } from '../db/types.ts'
import { commentHref, postHref } from '../shared/branding/item-address.ts'
import { pictureAddress } from '../shared/pictures/syntax.ts'
import { type OldItem, oldItemsOf } from './old-items.ts'

/** Where an item is now. Without a path, it was imported but has been deleted or removed since. */
interface Target {
  path: string | undefined
}

/** Milliseconds after which the forums that were imported are read again. */
const KNOWN_MS = 60_000

/** Redirects addresses of imported forums. Other addresses are left to the pages. */
export function oldAddresses({ visitorDb }: Pick<Services, 'visitorDb'>, queues: GuestQueues) {
  let known: { at: number; sources: Promise<string[]> } | undefined
  const isImported = async (software: string) => {
    const now = performance.now()
    if (!known || now - known.at > KNOWN_MS)
      known = { at: now, sources: readSources(visitorDb).catch(() => []) }
    return (await known.sources).some((source) => source.startsWith(software))
  }
  return new Hono<{ Variables: { address: string } }>().get('*', async (c, next) => {
    const url = new URL(c.req.url)
    const find = (items: readonly OldItem[]) => queues.of(c, '/old')(() => findTarget(visitorDb, items))
    const items = oldItemsOf(url)
    const software = [...new Set(items.map((item) => item.software))]
    if ((await Promise.all(software.map(isImported))).includes(true)) {
      const target = await find(items)
      if (target) return target.path ? c.redirect(target.path, 301) : c.text('This page is gone.', 410)
    }
    await next()
    // Discourse lets admins redirect any path.
    if (c.res.status !== 404 || !(await isImported('discourse'))) return
    const old_id = `path:${url.pathname.slice(1, 190)}`
    const moved = await find([{ software: 'discourse', kind: 'address', old_id }]).catch(() => undefined)
    if (!moved?.path) return
    // Otherwise the framework keeps the headers of the former response, such as its encoding.
    c.res = undefined
    c.res = new Response(null, { status: 301, headers: { location: moved.path } })
  })
}

async function readSources(db: Kysely<DB>): Promise<string[]> {
  const runs = await db.selectFrom('import_runs').select('source').distinct().execute()
  return runs.map(({ source }) => source)
}

async function findTarget(db: Kysely<DB>, items: readonly OldItem[]): Promise<Target | undefined> {
  for (const { software, kind, old_id, place } of items) {
    const { rows } = await sql<{ id: string }>`
      select id from imported
      where source = any(array(select distinct source from import_runs where source ^@ ${software})) and kind = ${kind}
        and old_id = ${old_id} and id is not null limit 1`.execute(db)
    const found = rows[0]
    if (found) return { path: await pathOf(db, found.id, place) }
  }
  return undefined
}

/** Returns the path of an item that is visible to guests, whatever its kind. */
async function pathOf(db: Kysely<DB>, id: string, place = 1): Promise<string | undefined> {
  const { rows } = await sql<
    Record<'post' | 'title' | 'comment' | 'username' | 'concept' | 'picture', string | null>
  >`
    select p.id as post, p.title, coalesce(c.id, nth.id) as comment, m.username, k.id as concept,
      g.id as picture
    from (select ${id}::uuid as id) as item
    left join comments c on c.id = item.id and c.deleted_at is null and c.removed_at is null
    left join posts p on p.id = coalesce(c.post_id, item.id) and p.deleted_at is null and p.removed_at is null
    left join profiles m on m.id = item.id
    left join concepts k on k.id = item.id
    left join pictures g on g.id = item.id and is_picture_public(g.id)
    left join lateral (
      select id from comments where post_id = p.id and c.id is null and ${place} > 1
      order by created_at, id offset ${Math.max(0, place - 2)} limit 1) as nth on true`.execute(db)
  const [found] = rows
  if (!found) return undefined
  if (found.username) return `/profile/${found.username}`
  if (found.concept) return `/concepts/${found.concept}`
  if (found.picture) return pictureAddress(found.picture)
  if (!found.post) return undefined
  const post = { id: found.post, title: found.title }
  return found.comment ? commentHref(post, found.comment) : postHref(post)
}
