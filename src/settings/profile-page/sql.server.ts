import { type Kysely, type RawBuilder, sql } from 'kysely'
import { postConceptsSql } from '../../content/concepts/sql.server.ts'
import type { DB } from '../../db/types.ts'
import { TAB_SIZE } from '../../people/profiles/policy.ts'
import { memberIdByUsername } from '../../people/profiles/sql.server.ts'
import { isAfter, newestCursor, type Page, toPage } from '../../platform/keyset.server.ts'
import type { Cursor } from '../../platform/keyset.ts'
import { createPreview } from '../../shared/markup/preview.ts'
import type { Highlights, ProfileComment, ProfilePost } from './contract.ts'
import { EXCERPT_LENGTH, HIGHLIGHTED_AMONG, HIGHLIGHTED_CONCEPTS, HIGHLIGHTED_POSTS } from './policy.ts'

interface MemberItemsPage<Item> extends Page<Item> {
  member_id: string
}

/** Returns the member's posts, newest first, or undefined if the member does not exist. */
export async function listPostsOf(db: Kysely<DB>, username: string, cursor: Cursor | undefined) {
  type Row = Omit<ProfilePost, 'excerpt'> & { beginning: string }
  return listOf<Row>(
    db,
    username,
    sql`
      select p.id, p.title, ${beginningOf(sql`p.content_text`)} as beginning, ${postConceptsSql} as concepts,
        p.votes_score, p.view_count, p.comment_count, p.is_pinned, p.created_at, p.edited_at
      from posts p where p.author_id = member.id and p.removed_at is null and ${isAfter(cursor, { key: 'p.created_at', id: 'p.id' })}
      order by p.created_at desc, p.id desc limit ${sql.lit(TAB_SIZE + 1)}`,
  )
}

/** Returns the member's comments, newest first, or undefined if the member does not exist. */
export async function listCommentsOf(db: Kysely<DB>, username: string, cursor: Cursor | undefined) {
  type Row = Omit<ProfileComment, 'excerpt'> & { beginning: string }
  return listOf<Row>(
    db,
    username,
    sql`
      select c.id, c.post_id, p.title as post_title, c.parent_id, ${beginningOf(sql`c.content`)} as beginning,
        c.votes_score, c.created_at, c.edited_at
      from comments c join posts p on p.id = c.post_id
      where c.author_id = member.id and c.removed_at is null and p.removed_at is null and ${isAfter(cursor, { key: 'c.created_at', id: 'c.id' })}
      order by c.created_at desc, c.id desc limit ${sql.lit(TAB_SIZE + 1)}`,
  )
}

/** Returns a page of a member's items. A member without items yields one empty row, an unknown one no row. */
async function listOf<Row extends { id: string; created_at: string; beginning: string }>(
  db: Kysely<DB>,
  username: string,
  things: RawBuilder<unknown>,
): Promise<MemberItemsPage<Omit<Row, 'beginning' | 'member_id'> & { excerpt: string }> | undefined> {
  const { rows } = await sql<Row & { member_id: string }>`
    select member.id as member_id, thing.* from ${memberIdByUsername(username)} as member
    left join lateral (${things}) as thing on true
    order by thing.created_at desc, thing.id desc`.execute(db)
  if (!rows[0]) return undefined
  const found = rows.filter((row) => row.id !== null)
  const { items, next } = toPage(found, TAB_SIZE, newestCursor)
  const shown = items.map(({ beginning, member_id: _, ...item }) => {
    return { ...item, excerpt: createPreview(beginning, EXCERPT_LENGTH, READ) }
  })
  return { member_id: rows[0].member_id, items: shown, next }
}

/** Characters to read from a text. More than an excerpt shows, because white space and markup are removed. */
const READ = EXCERPT_LENGTH * 4

function beginningOf(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql`left(${text}, ${sql.lit(READ)})`
}

/** Returns the member's most used concepts and best posts, or undefined if the member does not exist. */
export async function findHighlights(db: Kysely<DB>, username: string) {
  const { rows } = await sql<Highlights & { member_id: string }>`
    with member as materialized (select id from ${memberIdByUsername(username)} as member (id) where id is not null),
    own as materialized (
      select p.id, p.title, p.votes_score, p.comment_count from posts p
      where p.author_id = (select id from member) and p.removed_at is null
      order by p.created_at desc, p.id desc limit ${sql.lit(HIGHLIGHTED_AMONG)}),
    concepts as (
      select c.id, c.name, c.color, count(*)::integer as posts
      from own join post_concepts pc on pc.post_id = own.id join concepts c on c.id = pc.concept_id
      group by c.id order by posts desc, c.name limit ${sql.lit(HIGHLIGHTED_CONCEPTS)}),
    best as (
      select * from own where votes_score > 0
      order by votes_score desc, id desc limit ${sql.lit(HIGHLIGHTED_POSTS)})
    select id as member_id,
      (select coalesce(json_agg(concepts order by posts desc, name), '[]') from concepts) as concepts,
      (select coalesce(json_agg(best order by votes_score desc, id desc), '[]') from best) as best
    from member`.execute(db)
  return rows[0]
}
