import type { ClientBase } from 'pg'

/** The indexes of tables that no constraint needs, and how they are made. */
export const INDEXES = `
  select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i
  where i.indrelid::regclass::text = any($1)
    and not exists (select from pg_constraint where conindid = i.indexrelid)`

/** What the triggers keep, of a forum whose rows came without them. */
export const COUNTERS = [
  `update profiles p set post_count = c.n
    from (select author_id, count(*) as n from posts group by author_id) c where c.author_id = p.id`,
  `update profiles p set comment_count = c.n
    from (select author_id, count(*) as n from comments where deleted_at is null group by author_id) c
    where c.author_id = p.id`,
  `insert into post_rankings (scope, post_id, created_at, votes_score, comment_count, view_count, active_at)
    select scope, id, created_at, votes_score, comment_count, view_count, coalesce(last_comment_at, created_at)
    from posts cross join lateral (
      select whole_forum() as scope union all
      select category_id from post_categories where post_id = posts.id) as scopes
    where deleted_at is null`,
  `insert into category_posts (category_id, posts)
    select category_id, count(*) from post_categories group by category_id`,
]

export async function indexPosts(client: ClientBase): Promise<void> {
  await client.query(`select index_posts(ids) from ${inParts('posts')}`)
}

export async function indexRemarks(client: ClientBase): Promise<void> {
  for (const [table, index] of [
    ['comments', 'comment_search'],
    ['notes', 'note_search'],
  ] as const)
    await client.query(`select index_remarks('${table}', '${index}', ids) from ${inParts(table)}`)
}

export async function countWords(client: ClientBase): Promise<void> {
  for (const [table, text] of [
    ['posts', `title || ' ' || content_text`],
    ['comments', 'content'],
    ['notes', 'content'],
  ] as const)
    await client.query('select count_words_of_texts($1)', [
      `select ${text} from ${table} where deleted_at is null`,
    ])
}

/** So few rows at once that their words fit into memory, the oldest first. */
const inParts = (table: string) => `(
  select array_agg(id) as ids from (
    select id, (row_number() over (order by created_at, id) - 1) / 10000 as part from ${table} where deleted_at is null
  ) as numbered group by part order by part) as parts`
