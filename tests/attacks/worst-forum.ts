import { type RawBuilder, sql } from 'kysely'
import { newId } from '../../src/platform/ids.ts'
import type { World } from '../world.ts'

/** Strings that fill texts up to the maximum length. Encoding or escaping enlarges each differently. */
export const FILLINGS = {
  'Chinese characters': '語',
  quotes: '"',
  brackets: '<',
  'private use': '\uE000',
  lines: 'a\n',
  quotations: '> > a\n\n',
  code: '`a` ',
  'long addresses': `http://a.b/${'語'.repeat(180)} `,
  mentions: '@ada ',
} as const

export interface WorstForum {
  /** Id of the oldest of 50 posts. It has 300 comments of maximum length. Six posts have maximum length. */
  post: string
  /** Ids of an edited comment and of its post. */
  comment: string
  discussed: string
  note: string
  concept: string
  formerConversation: string
  postCase: string
}

/** Creates more than one page of each kind of content that members write. */
export async function buildWorstForum(world: World): Promise<WorstForum> {
  const { db, people } = world
  const { author, member, other } = people
  for (let n = 0; n < 60; n++) await world.buildMember({ username: `reporter_of_long_words_${n + 10}` })
  await sql`insert into concepts (name, color) select 'Concept ' || n, '#336699' from generate_series(1, 12) n`.execute(
    db,
  )
  const concepts = await db.selectFrom('concepts').select('id').execute()
  const concept_ids = concepts.map(({ id }) => id)
  const posts: string[] = []
  for (let n = 0; n < 50; n++) posts.push(await world.buildPost({ concept_ids }))
  const [post = ''] = posts
  await sql`insert into comments (post_id, author_id, content) select ${post}, ${author.id}, 'Words' from generate_series(1, 300)`.execute(
    db,
  )
  const discussed = posts[1] as string
  const comment = await world.buildComment({ post_id: discussed, author })
  const note = await world.buildNote()
  await sql`insert into notes (parent_id, author_id, content) select parent, ${author.id}, 'Words'
    from generate_series(1, 51), unnest(array[null, ${note}]::uuid[]) parent`.execute(db)
  await sql`insert into messages (content, sender_id, recipient_id) select 'Words', ${author.id}, ${other.id} from generate_series(1, 51)`.execute(
    db,
  )
  const formerConversation = newId()
  await sql`insert into former_conversations (id, member_id, last_message_at) values (${formerConversation}, ${author.id}, now())`.execute(
    db,
  )
  await sql`insert into former_messages (id, conversation_id, is_own, content, created_at)
    select new_id(), ${formerConversation}, true, 'Words', now() from generate_series(1, 51)`.execute(db)
  await sql`insert into revisions (post_id, number, title, content, format, edited_by)
    select ${post}, n, 'Words', '<p>Words</p>', 'rich', ${author.id} from generate_series(1, 11) n`.execute(
    db,
  )
  await sql`insert into revisions (comment_id, number, content, edited_by)
    select ${comment}, n, 'Words', ${author.id} from generate_series(1, 11) n`.execute(db)
  await sql`delete from community_rules`.execute(db)
  await sql`insert into community_rules (number, title, text) select n, 'Rule ' || n, 'Words' from generate_series(1, 50) n`.execute(
    db,
  )
  await sql`insert into events (title, description, starts_at, place) select 'Event', 'Words', now() + interval '1 day', 'Here' from generate_series(1, 21)`.execute(
    db,
  )
  const postCase = newId()
  await sql`insert into moderation_cases (id, source, kind, target_id, member_id, snapshot)
    select case n when 1 then ${postCase}::uuid else new_id() end, 'report', 'post', p, ${author.id}, '{}'
    from unnest(${posts}::uuid[]) with ordinality as t(p, n)`.execute(db)
  await sql`insert into reports (case_id, reporter_id, reason, words, weight)
    select ${postCase}, id, 'spam', 'Words', 1 from profiles where id <> ${author.id}`.execute(db)
  await sql`insert into reports (case_id, reporter_id, reason, words, weight)
    select id, ${other.id}, 'spam', 'Words', 1 from moderation_cases where id <> ${postCase}`.execute(db)
  await sql`with c as (insert into moderation_cases (source, kind, target_id, member_id, snapshot)
      select 'pending', 'post', new_id(), ${author.id}, '{}' from generate_series(1, 51) returning id, target_id)
    insert into pending_content (kind, id, author_id, payload, reasons, case_id)
    select 'post', target_id, ${author.id}, '{"content": "x"}', '{sanction}', id from c`.execute(db)
  await sql`insert into post_follows (follower_id, post_id) select ${member.id}, id from posts on conflict do nothing`.execute(
    db,
  )
  await sql`insert into user_follows (follower_id, following_id) select ${member.id}, id from profiles where id <> ${member.id} on conflict do nothing`.execute(
    db,
  )
  await sql`insert into bookmarks (user_id, post_id) select ${member.id}, id from posts`.execute(db)
  await sql`insert into member_notes (member_id, author_id, text) select ${author.id}, ${people.moderator.id}, 'Words' from generate_series(1, 60)`.execute(
    db,
  )
  await sql`insert into case_notes (case_id, number, author_id, text)
    select ${postCase}, n, ${people.moderator.id}, 'Words' from generate_series(1, 50) n`.execute(db)
  await sql`insert into saved_replies (number, title, text) select n, 'Reply ' || n, 'Words' from generate_series(1, 50) n`.execute(
    db,
  )
  await sql`insert into watched_words (word, folded, action, replacement)
    select 'Word', n, 'replace', 'Words' from generate_series(1, 1000) n`.execute(db)
  await sql`insert into blocked_mail (pattern) select n || '.example' from generate_series(1, 1000) n`.execute(
    db,
  )
  return { post, comment, discussed, note, concept: concept_ids[0] as string, formerConversation, postCase }
}

/** Fills every text field with `filling`. Disables triggers, which would index the comments for a minute. */
export async function fillForum(
  { db, services }: World,
  filling: string,
  post: string,
  inPost: string,
): Promise<void> {
  services.responseCache.clear()
  const of = (length: number) => sql`${textOf(filling, length)}::text`
  const line = (length: number) => sql`${`a${textOf(filling.replaceAll('\n', ' '), length - 1)}`}::text`
  const statements: RawBuilder<unknown>[] = [
    sql`set local session_replication_role = replica`,
    sql`update profiles set full_name = ${filling === FILLINGS.mentions ? '"'.repeat(100) : line(100)}, bio = ${of(500)}, location = ${line(100)}`,
    sql`update concepts set name = left(name || ${line(50)}, 50), description = ${of(500)}`,
    sql`update posts set title = ${line(200)}, content = '<p>' || ${of(1500)} || '</p>', content_text = ${of(1500)}`,
    sql`update posts set content = ${inPost}, content_text = ${of(100_000)}
      where id in (select id from posts order by created_at limit 1) or id in (select id from posts order by created_at desc limit 5)`,
    sql`update comments set content = ${of(10_000)}`,
    sql`update notes set content = ${of(500)}`,
    sql`update messages set content = ${of(4000)}`,
    sql`update former_messages set content = ${of(4000)}`,
    sql`update revisions set title = ${line(200)}, content = case when number % 2 = 0 then '<p>Other words.</p>' else ${inPost} end where post_id is not null`,
    sql`update revisions set content = case when number % 2 = 0 then 'Other words.' else ${of(10_000)} end where comment_id is not null`,
    sql`update community_rules set title = ${line(100)}, text = ${of(2000)}`,
    sql`update events set title = ${line(150)}, description = ${of(2000)}, place = ${line(200)}`,
    sql`insert into site_settings (about, guidelines, terms, privacy) values (${of(10_000)}, ${of(10_000)}, ${of(30_000)}, ${of(30_000)})
      on conflict (id) do update set about = excluded.about, guidelines = excluded.guidelines, terms = excluded.terms, privacy = excluded.privacy`,
    sql`update reports set words = ${of(1000)}`,
    sql`update member_notes set text = ${of(2000)}`,
    sql`update case_notes set text = ${of(1000)}`,
    sql`update saved_replies set text = ${of(500)}`,
    sql`update watched_words set word = ${line(100)}, replacement = ${line(100)}`,
    sql`update moderation_cases set snapshot = jsonb_build_object('title', ${line(200)}, 'content', ${of(100_000)},
      'author_name', ${line(100)}, 'author_username', 'mara', 'at', now()) where target_id = ${post} or source = 'pending'`,
    sql`update pending_content set payload = jsonb_build_object('title', ${line(200)}, 'content', ${inPost}::text, 'html', ${inPost}::text, 'format', 'rich')`,
  ]
  await db.transaction().execute(async (trx) => {
    for (const statement of statements) await statement.execute(trx)
  })
  await services.siteSettings.load()
}

export function textOf(filling: string, length: number): string {
  return filling
    .repeat(Math.ceil(length / filling.length))
    .slice(0, length)
    .trim()
}
