import type { QueryResult } from 'pg'
import { dropCached } from './cache.ts'
import type { Member } from './journey.ts'

type Sql = (statement: string, values?: unknown[]) => Promise<QueryResult>

/** The path of one page of each kind that people scroll. Each page is longer than two phone screens. */
export interface LongPages {
  home: string
  list: string
  notes: string
  post: string
  profile: string
}

/** Adds content by this member. Posts are a month old, so that other tests' posts stay first in lists. */
export async function makeLongPages(sql: Sql, { username }: Member): Promise<LongPages> {
  const mark = crypto.randomUUID().slice(0, 8)
  const { rows } = await sql('select id from profiles where username = $1', [username])
  const id = rows[0]?.id
  const posts = await sql(
    `insert into posts (title, content, content_text, author_id, created_at)
     select 'Long ' || $1 || ' ' || n, '<p>' || words || '</p>', words, $2, now() - interval '30 days' - n * interval '1 second'
     from generate_series(1, 40) as n, trim(repeat('A long read of many words. ', 200)) as words
     returning id`,
    [mark, id],
  )
  const post = posts.rows[0]?.id
  await sql(
    `insert into comments (post_id, author_id, content, created_at)
     select $1, $2, 'Comment ' || n || ' has words of its own.', now() - (60 - n) * interval '1 minute'
     from generate_series(1, 30) as n`,
    [post, id],
  )
  await sql(
    `insert into notes (author_id, content, created_at)
     select $1, 'Note ' || n || ' of ' || $2 || ', and what it says.', now() - n * interval '1 hour'
     from generate_series(1, 40) as n`,
    [id, mark],
  )
  await dropCached(sql, 'posts', 'notes', `profile:${id}`)
  return {
    home: '/',
    list: '/forum?sort=oldest',
    notes: '/notes',
    post: `/post/${post}`,
    profile: `/profile/${username}`,
  }
}
