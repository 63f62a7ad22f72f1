import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formerDatabase } from '../../../tests/former-database.ts'
import { createDatabase } from '../../db/database.server.ts'
import { migrate } from '../../db/migrate.server.ts'
import type { DB } from '../../db/types.ts'
import { listNotifications } from './sql.server.ts'

// A forum of before 0049, when notifications kept their words, with everything somebody could be told of.
let url: string
let db: Kysely<DB>

beforeAll(async () => {
  url = await formerDatabase('0049')
  db = createDatabase(url)
})
afterAll(() => db.destroy())

test('notifications of before the upgrade read as they did, without what was deleted meanwhile', async () => {
  const ada = await filled()
  const { rows: before } = await sql<{ id: string; title: string; content: string | null }>`
    select n.id, n.title, n.content from notifications n left join comments c on c.id = n.comment_id
    where n.user_id = ${ada} and n.actor_count > 0 and c.deleted_at is null`.execute(db)
  expect(before).toHaveLength(7)
  await migrate(url)
  const { items, unread } = await listNotifications(db, ada, { cursor: undefined, limit: 20 })
  const after = items.map(({ id, title, content }) => ({ id, title, content }))
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id)
  expect(after.toSorted(byId)).toEqual(before.toSorted(byId))
  expect(unread).toBe(7)
  // A vote after the upgrade joins those gathered before it; that of a new member would be told to nobody.
  await sql`update profiles set established_at = now() where username = 'dora'`.execute(db)
  await sql`update users set email_verified = true where id = (select id from profiles where username = 'dora')`.execute(
    db,
  )
  const { rows } = await sql<{ told: string | null }>`
    select (vote_on_post(profiles.id, posts.id, 1::smallint)).told
    from profiles, posts where username = 'dora'`.execute(db)
  expect(rows).toHaveLength(1)
  const titles = (await listNotifications(db, ada, { cursor: undefined, limit: 20 })).items.map(
    (item) => item.title,
  )
  expect(titles).toContain('carol and 2 others voted for “On slow change”')
})

async function filled(): Promise<string> {
  const [ada, bo, carol, dora] = await Promise.all(['ada', 'bo_k', 'carol', 'dora'].map(member))
  await sql`update profiles set full_name = 'Bo Kirk' where id = ${bo}`.execute(db)
  const post = await id(sql`insert into posts (title, content, content_text, author_id)
    values ('On slow change', 'Words', 'Words', ${ada}) returning id`)
  const write = (author = '', words = '', parent: string | null = null) =>
    id(sql`select id from write_comment(null, ${post}, ${parent}, ${author}, ${words})`)
  const own = await write(ada, 'My remark')
  const stub = await write(bo, 'Regretted')
  await write(carol, `A long\n\n  answer ${'with words '.repeat(30)}`, stub)
  await write(bo, 'Yes', own)
  await write(bo, `x${'y'.repeat(139)}`)
  await sql`update comments set deleted_at = now(), content = '', author_id = null where id = ${stub}`.execute(
    db,
  )
  for (const voter of [carol, bo]) await sql`select vote_on_post(${voter}, ${post}, 1::smallint)`.execute(db)
  await sql`select vote_on_comment(${dora}, ${own}, 1::smallint)`.execute(db)
  await sql`select set_follow(${carol}, ${ada}, true)`.execute(db)
  const note = await id(sql`insert into notes (content, author_id) values ('A thought', ${ada}) returning id`)
  await sql`insert into note_likes (note_id, user_id) values (${note}, ${bo})`.execute(db)
  await sql`select notify_of_note_like(${note}, ${bo}, true)`.execute(db)
  const reply = await id(sql`insert into notes (content, author_id, parent_id)
    values ('I agree', ${carol}, ${note}) returning id`)
  await sql`select notify_of_note_reply(${reply})`.execute(db)
  // Both are gone since; what Ada's was answered with still is an answer to it.
  await sql`update comments set deleted_at = now(), content = '', author_id = null where id = ${own}`.execute(
    db,
  )
  return ada ?? ''
}

function member(username: string): Promise<string> {
  return id(
    sql`insert into users (email, username) values (${`${username}@example.org`}, ${username}) returning id`,
  )
}

async function id(statement: ReturnType<typeof sql>): Promise<string> {
  return ((await statement.execute(db)).rows[0] as { id: string }).id
}
