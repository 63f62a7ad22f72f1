import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { type AuthorRow, authorColumns, toAuthor } from '../../shared/authors/sql.server.ts'
import type { BestOfPeriod } from './contract.ts'
import { BEST_MONTHS, BEST_SIZE, BEST_WINDOW } from './policy.ts'

type Row = Pick<BestOfPeriod, 'period' | 'begin'> & Omit<BestOfPeriod['posts'][number], 'author'> & AuthorRow

/**
 * Returns the best posts of each month and year. Sorting all would be too slow, so only the BEST_WINDOW
 * highest-ranked posts are considered, and the newest ones in months of which they include every post.
 */
export async function listBestPosts(db: Kysely<DB>): Promise<BestOfPeriod[]> {
  const { rows } = await sql<Row>`
    with ranked as (
      select post_id, created_at at time zone 'UTC' as at, votes_score from post_rankings
      where scope = whole_forum() and votes_score > 0 order by votes_score desc, post_id desc limit ${BEST_WINDOW}
    ), newest as materialized (
      select post_id, created_at at time zone 'UTC' as at, votes_score from post_rankings
      where scope = whole_forum() order by created_at desc, post_id desc limit ${BEST_WINDOW}
    ), complete as (
      select case when count(*) < ${BEST_WINDOW} then '-infinity' else min(at) end as since from newest
    ), candidates as (
      select *, '-infinity'::timestamp as since from ranked
      union all
      select newest.*, since from newest, complete
      where votes_score > 0 and date_trunc('month', at) > since and post_id not in (select post_id from ranked)
    ), places as (
      select *, row_number() over (partition by period, begin order by votes_score desc, post_id desc) as place
      from candidates cross join lateral (
        values ('month', date_trunc('month', at)), ('year', date_trunc('year', at))) as p (period, begin)
      where begin > since
    )
    select period, to_char(begin, 'YYYY-MM-DD') as begin, p.id, p.title, p.votes_score,
      p.comment_count, p.created_at, ${authorColumns}
    from places join posts p on p.id = post_id left join profiles a on a.id = p.author_id
    where place <= ${BEST_SIZE} and (period = 'year'
      or begin > date_trunc('month', now() at time zone 'UTC') - make_interval(months => ${BEST_MONTHS}))
    order by period, places.begin desc, place`.execute(db)
  return byPeriod(rows)
}

function byPeriod(rows: Row[]): BestOfPeriod[] {
  const periods = Map.groupBy(rows, ({ period, begin }) => `${period} ${begin}`)
  return Array.from(periods.values(), (posts) => {
    const { period, begin } = posts[0] as Row
    return { period, begin, posts: posts.map(toPost) }
  })
}

function toPost(row: Row): BestOfPeriod['posts'][number] {
  const { id, title, votes_score, comment_count, created_at } = row
  return { id, title, votes_score, comment_count, created_at, author: toAuthor(row) }
}
