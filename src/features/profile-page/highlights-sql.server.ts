import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { memberIdByUsername } from '../profiles/sql.server.ts'
import type { Highlights } from './contract.ts'
import { HIGHLIGHTED_AMONG, HIGHLIGHTED_CONCEPTS, HIGHLIGHTED_POSTS } from './policy.ts'

/** The concepts that a member writes about, the most first, and their best posts, in one statement; nothing when there is no such member. */
export async function findHighlights(db: Kysely<DB>, username: string) {
  const { rows } = await sql<Highlights & { member_id: string }>`
    with member as materialized (select id from ${memberIdByUsername(username)} as member (id) where id is not null),
    own as materialized (
      select p.id, p.title, p.votes_score, p.comment_count from posts p
      where p.author_id = (select id from member) and p.removed_at is null
      order by p.created_at desc, p.id desc limit ${sql.lit(HIGHLIGHTED_AMONG)}),
    concepts as (
      select c.id, c.name, c.color, count(*)::integer as posts
      from own join post_categories pc on pc.post_id = own.id join categories c on c.id = pc.category_id
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
