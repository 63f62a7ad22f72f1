import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { authorNameSql } from '../authors/sql.server.ts'
import { nameTag } from '../authors/tags.server.ts'
import { commentHref, noteHref, postHref } from '../branding/item-address.ts'
import { possibleNames } from './references.server.ts'
import type { MarkupReference } from './scope.server.ts'

export interface LinkTarget {
  label: string
  path: string
}

type LinkTargets = ReadonlyMap<string, LinkTarget>

/** Maximum number of links and mentions whose targets are looked up for one page. */
const THINGS_LIMIT = 1000

/** Returns the existing public targets by "kind:key". Tags the cached response, so that changes renew it. */
export async function findLinkTargets(
  db: Kysely<DB>,
  references: readonly MarkupReference[],
): Promise<LinkTargets> {
  const keys = Object.groupBy(references.slice(0, THINGS_LIMIT), ({ kind }) => kind)
  const found = await Promise.all(
    (Object.keys(FIND) as MarkupReference['kind'][]).map(async (kind) => {
      const asked = new Set(keys[kind]?.flatMap(({ key }) => (kind === 'member' ? possibleNames(key) : key)))
      if (asked.size === 0) return []
      const things = await FIND[kind](db, [...asked])
      return things.map(({ key, ...thing }) => [`${kind}:${key}`, thing] as const)
    }),
  )
  return new Map(found.flat())
}

export function getLinkTarget({ kind, key }: MarkupReference, things: LinkTargets): LinkTarget | undefined {
  if (kind !== 'member') return things.get(`${kind}:${key}`)
  return possibleNames(key)
    .map((name) => things.get(`member:${name}`))
    .find(Boolean)
}

type FoundTargets = Promise<(LinkTarget & { key: string })[]>
const FIND: Record<MarkupReference['kind'], (db: Kysely<DB>, keys: string[]) => FoundTargets> = {
  post: findPosts,
  comment: findComments,
  note: findNotes,
  member: findMembers,
}

async function findPosts(db: Kysely<DB>, ids: string[]): FoundTargets {
  tag(...ids.map((id) => `post:${id}`))
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from posts where id = any(${ids}::uuid[]) and deleted_at is null and removed_at is null`.execute(
    db,
  )
  return rows.map(({ id, title }) => ({ key: id, label: title, path: postHref({ id, title }) }))
}

async function findComments(db: Kysely<DB>, ids: string[]): FoundTargets {
  const { rows } = await sql<{ id: string; post_id: string; title: string | null } & NamedAuthor>`
    select c.id, c.post_id, case when p.deleted_at is null then p.title end as title, c.author_id, ${authorNameSql} as name
    from comments c join posts p on p.id = c.post_id left join profiles a on a.id = c.author_id
    where c.id = any(${ids}::uuid[]) and c.deleted_at is null and c.removed_at is null and p.removed_at is null`.execute(
    db,
  )
  tag(...rows.flatMap(({ post_id }) => [`post:${post_id}`, `comments:${post_id}`]))
  return rows.map(({ id, post_id, title, ...author }) => ({
    key: id,
    label: `Comment${by(author)}${title === null ? '' : ` on “${title}”`}`,
    path: commentHref({ id: post_id, title }, id),
  }))
}

async function findNotes(db: Kysely<DB>, ids: string[]): FoundTargets {
  tag(...ids.map((id) => `note:${id}`))
  const { rows } = await sql<{ id: string; parent_id: string | null } & NamedAuthor>`
    select n.id, n.parent_id, n.author_id, ${authorNameSql} as name
    from notes n left join profiles a on a.id = n.author_id
    where n.id = any(${ids}::uuid[]) and n.deleted_at is null and n.removed_at is null`.execute(db)
  return rows.map(({ id, parent_id, ...author }) => ({
    key: id,
    label: `${parent_id ? 'Reply' : 'Note'}${by(author)}`,
    path: noteHref(id, parent_id),
  }))
}

/** Finds members with a verified email address by current or former names (db/schema/profiles.sql). */
async function findMembers(db: Kysely<DB>, names: string[]): FoundTargets {
  tag(...names.map(nameTag))
  const { rows } = await sql<{ key: string; username: string; author_id: string; name: string }>`
    select asked.name as key, a.username, a.id as author_id, ${authorNameSql} as name
    from (
      select lower(username) as name, id from profiles where lower(username) = any(${names}::text[])
      union all
      select username, user_id from former_usernames
      where username = any(${names}::text[]) and is_former_username(username, null)) as asked
    join profiles a on a.id = asked.id join users u on u.id = a.id where u.email_verified`.execute(db)
  tag(...rows.map(({ author_id }) => `profile:${author_id}`))
  return rows.map(({ key, username, name }) => ({ key, label: name, path: `/profile/${username}` }))
}

interface NamedAuthor {
  author_id: string | null
  name: string | null
}

function by({ author_id, name }: NamedAuthor): string {
  if (author_id) tag(`profile:${author_id}`)
  return name ? ` by ${name}` : ''
}
