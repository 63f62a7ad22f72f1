import { Hono } from 'hono'
import { type Kysely, sql } from 'kysely'
import type { Services } from '../core/context.server.ts'
import type { GuestQueues } from '../core/guest-queues.server.ts'
import type { DB } from '../db/types.ts'
import { commentHref, postHref } from '../shared/branding/item-address.ts'

/** What an address of a former forum names, by old ids. `place` counts the texts of a topic from 1. */
interface OldItem {
  kind: 'member' | 'concept' | 'post' | 'comment' | 'address'
  old_id: string
  place?: number
}

/** Returns what the path of another forum's page may name, the most exact first. */
function itemsOf(path: string): OldItem[] {
  const [, group = '', name = '', ...rest] = path.split('/')
  const isNumber = /^\d{1,15}$/.test(name)
  if (group === 'topic' && isNumber) return [{ kind: 'post', old_id: name, place: Number(rest[1]) || 1 }]
  if (group === 'post' && isNumber)
    return [
      { kind: 'address', old_id: `post:${name}` },
      { kind: 'comment', old_id: name },
    ]
  if (group === 'category' && isNumber) return [{ kind: 'concept', old_id: name }]
  if (group === 'user' && name) return [{ kind: 'address', old_id: `user:${name.slice(0, 100)}` }]
  return []
}

/** Where an item is now. Without a path, it was imported but has been deleted or removed since. */
interface Target {
  path: string | undefined
}

/** Redirects addresses of imported forums. Other addresses are left to the pages. */
export function oldAddresses({ visitorDb }: Pick<Services, 'visitorDb'>, queues: GuestQueues) {
  const routes = new Hono<{ Variables: { address: string } }>()
  for (const path of ['/topic/*', '/post/:number{[0-9]+}', '/category/*', '/user/*'])
    routes.get(path, async (c, next) => {
      const items = itemsOf(decoded(c.req.path))
      const target = items.length > 0 && (await queues.of(c, '/old')(() => findTarget(visitorDb, items)))
      if (!target) return next()
      return target.path ? c.redirect(target.path, 301) : c.text('This page is gone.', 410)
    })
  return routes
}

async function findTarget(db: Kysely<DB>, items: readonly OldItem[]): Promise<Target | undefined> {
  for (const item of items) {
    const { rows } = await sql<{ id: string }>`
      select id from imported
      where source = any(array(select distinct source from import_runs)) and kind = ${item.kind}
        and old_id = ${item.old_id} and id is not null limit 1`.execute(db)
    const found = rows[0]
    if (found) return { path: await pathOf(db, found.id, item.place) }
  }
  return undefined
}

/** Returns the path of an item that is visible to guests, whatever its kind. */
async function pathOf(db: Kysely<DB>, id: string, place = 1): Promise<string | undefined> {
  const { rows } = await sql<Record<'post' | 'title' | 'comment' | 'username' | 'concept', string | null>>`
    select p.id as post, p.title, coalesce(c.id, nth.id) as comment, m.username, k.id as concept
    from (select ${id}::uuid as id) as item
    left join comments c on c.id = item.id and c.deleted_at is null and c.removed_at is null
    left join posts p on p.id = coalesce(c.post_id, item.id) and p.deleted_at is null and p.removed_at is null
    left join profiles m on m.id = item.id
    left join concepts k on k.id = item.id
    left join lateral (
      select id from comments where post_id = p.id and c.id is null and ${place} > 1
      order by created_at, id offset ${Math.max(0, place - 2)} limit 1) as nth on true`.execute(db)
  const [found] = rows
  if (!found) return undefined
  if (found.username) return `/profile/${found.username}`
  if (found.concept) return `/concepts/${found.concept}`
  if (!found.post) return undefined
  const post = { id: found.post, title: found.title }
  return found.comment ? commentHref(post, found.comment) : postHref(post)
}

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
