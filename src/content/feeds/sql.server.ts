import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { memberIdByUsername } from '../../people/profiles/sql.server.ts'
import type { Author } from '../../shared/authors/contract.ts'
import { type AuthorRow, authorColumns, memberColumns, withAuthor } from '../../shared/authors/sql.server.ts'
import type { Post } from '../posts/contract.ts'

const FEED_SIZE = sql.lit(30)

export interface FeedPost {
  id: string
  title: string
  content: string
  format: Post['format']
  created_at: string
  edited_at: string | null
  author: Author | null
  concepts: string[]
}

export function listForumFeed(db: Kysely<DB>): Promise<FeedPost[]> {
  return listRanked(db, sql`whole_forum()`)
}

export async function listConceptFeed(db: Kysely<DB>, id: string) {
  const concept = await db
    .selectFrom('concepts')
    .select(['id', 'name', 'description'])
    .where('id', '=', id)
    .executeTakeFirst()
  return concept && { concept, posts: await listRanked(db, sql`${id}::uuid`) }
}

/** Lists posts of a member by current or former username. Returns undefined if there is no such member. */
export async function listMemberFeed(db: Kysely<DB>, username: string) {
  const { rows } = await sql<Author>`
    select ${memberColumns} from profiles p where p.id = ${memberIdByUsername(username)}`.execute(db)
  const [member] = rows
  if (!member) return undefined
  const newest = sql`
    select id as post_id, created_at from posts where author_id = ${member.id} and removed_at is null
    order by created_at desc, id desc limit ${FEED_SIZE}`
  return { member, posts: await listFound(db, newest) }
}

function listRanked(db: Kysely<DB>, scope: RawBuilder<unknown>): Promise<FeedPost[]> {
  return listFound(
    db,
    sql`
      select post_id, created_at from post_rankings where scope = ${scope}
      order by created_at desc, post_id desc limit ${FEED_SIZE}`,
  )
}

async function listFound(db: Kysely<DB>, found: RawBuilder<unknown>): Promise<FeedPost[]> {
  const { rows } = await sql<Omit<FeedPost, 'author'> & AuthorRow>`
    select p.id, p.title, p.content, p.format, p.created_at, p.edited_at, ${authorColumns},
      array(select c.name from post_concepts pc join concepts c on c.id = pc.concept_id
        where pc.post_id = p.id order by pc.position) as concepts
    from (${found}) as found join posts p on p.id = found.post_id left join profiles a on a.id = p.author_id
    order by found.created_at desc, p.id desc`.execute(db)
  return rows.map(withAuthor)
}
