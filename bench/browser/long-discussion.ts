import type pg from 'pg'

const COMMENTS = 1000

/** A post with a thousand comments, every other one an answer, for as long as the work takes. */
export async function withLongDiscussion<Result>(
  db: pg.Client,
  work: (post: string) => Promise<Result>,
): Promise<Result> {
  // What a round that was broken off has left.
  await remove(db)
  const { rows } = await db.query<{ id: string }>(POST, [TITLE])
  const post = rows[0]?.id ?? ''
  try {
    await db.query(COMMENTS_OF, [post, COMMENTS / 2])
    return await work(post)
  } finally {
    await remove(db)
  }
}

const TITLE = 'A discussion of a thousand comments'

const remove = (db: pg.Client) => db.query('delete from posts where title = $1', [TITLE])

const POST = `insert into posts (title, content, content_text, author_id)
  select $1, '<p>Of what is long.</p>', 'Of what is long.', id from profiles where username = 'member1' returning id`

const COMMENTS_OF = `
  with threads as (
    insert into comments (post_id, author_id, content, created_at)
    select $1, member.id, 'Comment ' || n || ' has words of its own, and as many as people write.',
      now() - (2 * $2 - n) * interval '1 minute'
    from generate_series(1, $2) as n join profiles member on member.username = 'member' || (n % 50)
    returning id, created_at)
  insert into comments (post_id, parent_id, author_id, content, created_at)
  select $1, threads.id, member.id, 'An answer to it.', threads.created_at + interval '30 seconds'
  from threads, profiles member where member.username = 'member7'`
