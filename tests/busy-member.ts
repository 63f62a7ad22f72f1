import { call } from '@orpc/server'
import { sql } from 'kysely'
import { router } from '../src/app/router.server.ts'
import type { Viewer } from '../src/core/viewer.ts'
import { newId } from '../src/platform/ids.ts'
import { uploadPicture } from './pictures.ts'
import { requireApproval } from './required-approval.ts'
import type { World } from './world.ts'

export interface BusyMember extends Viewer {
  email: string
  /** A word that is in every text and profile field of this member, and nowhere else. */
  word: string
  post: string
  /** A post of this member that other members have commented on. */
  answeredPost: string
  comment: string
  answeredComment: string
  note: string
  answeredNote: string
}

let count = 0

/** Creates a member who is referenced in every table and column that can refer to a member. */
export async function busyMember(world: World): Promise<BusyMember> {
  const { db, people } = world
  const n = ++count
  const word = `quokka${n}`
  const member = await world.buildMember({ username: `leaver_${word}`, full_name: `Lee ${word}` })
  const as = (viewer: Viewer) => ({ context: world.asContext(viewer) })
  const { author, other, moderator } = people
  const email = `${word}@example.org`
  await sql`update users set email = ${email}, name = ${word}, username = ${member.username} where id = ${member.id}`.execute(
    db,
  )
  await sql`update profiles set established_at = now(), bio = ${`I am ${word}`}, location = ${word},
    website_url = ${`https://${word}.example`} where id = ${member.id}`.execute(db)

  const concept = newId()
  await sql`insert into concepts (id, name, color) values (${concept}, ${`Concept ${n}`}, '#8888ff')`.execute(
    db,
  )
  const me = as(member)
  const { syntax } = await uploadPicture(world, member)
  const post = (title: string, picture = '') =>
    call(
      router.posts.create,
      { title, content: `<p>${title} of ${word}${picture}</p>`, concept_ids: [concept] },
      me,
    ).then(({ id }) => id)
  const own = {
    post: await post(`Alone ${word}`),
    answeredPost: await post(`Answered ${word}`, ` ${syntax}`),
  }
  const theirs = await world.buildPost({ author, content: '<p>Words of another</p>' })
  const theirComment = await world.buildComment({ post_id: theirs, author: other, content: 'Another remark' })
  const theirNote = await world.buildNote({ author, content: 'Another note' })
  const comment = (id: string, content: string, parent_id: string | null = null, who = member) =>
    call(router.comments.create, { id, content, parent_id }, as(who)).then((made) => made.id)
  const answeredComment = await comment(theirs, `A remark of ${word}`)
  const written = {
    ...own,
    answeredComment,
    comment: await comment(theirs, `A reply of ${word}`, theirComment),
    answeredNote: (await call(router.notes.create, { content: `A note of ${word}` }, me)).id,
    note: (await call(router.notes.create, { content: `Another of ${word}` }, me)).id,
  }
  await comment(theirs, 'An answer to you', answeredComment, other)
  await comment(theirs, `My own answer of ${word}`, answeredComment)
  await comment(own.answeredPost, 'An answer below', null, other)
  await comment(own.answeredPost, `Below my own of ${word}`)
  await call(router.notes.reply, { id: written.answeredNote, content: 'An answer to the note' }, as(other))

  await call(router.votes.post, { id: theirs, vote_type: 1 }, me)
  await call(router.votes.comment, { id: theirComment, vote_type: -1 }, me)
  await call(router.votes.post, { id: own.post, vote_type: 1 }, as(other))
  await call(router.notes.like, { id: theirNote }, me)
  await call(router.bookmarks.add, { id: theirs }, me)
  await call(router.follows.add, { username: author.username }, me)
  await call(router.follows.add, { username: member.username }, as(other))
  await call(router.postFollows.add, { id: theirs }, me)
  await call(router.conceptFollows.add, { id: concept }, me)
  for (const [from, to, content] of [
    [member, other, `To you from ${word}`],
    [other, member, 'Back to you'],
    [member, author, `And to you from ${word}`],
  ] as const)
    await call(router.conversations.send, { username: to.username, content }, as(from))
  await call(router.reports.create, { kind: 'post', id: theirs, reason: 'spam', words: `Why: ${word}` }, me)
  await call(router.reports.create, { kind: 'comment', id: written.comment, reason: 'abuse' }, as(author))
  await call(router.reports.create, { kind: 'profile', id: member.id, reason: 'spam' }, as(author))
  await call(
    router.removals.removePost,
    { id: await post(`Removed ${word}`), reason: 'Spam.' },
    as(moderator),
  )
  await call(
    router.redactions.create,
    { kind: 'post', id: await post(`Private ${word}`), passage: 'Private', reason: 'Spam.' },
    as(moderator),
  )
  await requireApproval(world, member)
  await post(`Pending ${word}`)
  const stub = await world.buildPost({ author })
  await world.buildComment({ post_id: stub, author: other })
  await insertRest(world, member, { theirs, own: own.post, stub })
  return { ...member, ...written, email, word }
}

/** Inserts rows directly where creating them over the API would be slow or would require another role. */
async function insertRest(
  { db, people }: World,
  { id }: Viewer,
  on: { theirs: string; own: string; stub: string },
) {
  const { author, other, moderator } = people
  const statements = [
    sql`with about as (
        insert into moderation_cases (source, kind, target_id, member_id, closed_at, closed_by, outcome)
        values ('report', 'note', ${newId()}, ${id}, now(), ${moderator.id}, 'rejected'),
          ('report', 'note', ${newId()}, ${other.id}, now(), ${id}, 'rejected') returning id, member_id)
      insert into case_notes (case_id, number, author_id, text)
      select id, 1, case when member_id = ${id} then ${moderator.id}::uuid else ${id}::uuid end, 'zorilla of staff' from about`,
    sql`with acted as (
        insert into moderation_actions (action, acted_by, acted_as, member_id, kind, target_id, reason)
        select 'purge', ${moderator.id}, 'moderator', m, 'member', m, 'Spam.' from unnest(array[${id}, ${other.id}]::uuid[]) m
        returning id, member_id),
      purged as (
        insert into purges (id, member_id, state, counts, total, done) select id, member_id, 'purged', '{"messages": 1}', 1, 1 from acted
        returning id, member_id)
      insert into purged_content (purge_id, kind, id, content)
      select id, 'message', gen_random_uuid(), jsonb_build_object('row', jsonb_build_object('content', 'Buy this', 'sender_id', member_id,
        'recipient_id', case member_id when ${id} then ${author.id}::uuid else ${id} end)) from purged`,
    // Inserts access tokens after the purge, because it revokes tokens. A suspended member cannot create any.
    sql`insert into access_tokens (member_id, name, scope, token_hash, expires_at)
      values (${id}, 'A program', 'read', encode(sha256(${id}::text::bytea), 'hex'), now() + interval '7 days')`,
    sql`insert into accounts (user_id, provider_id, account_id, password) values (${id}, 'credential', ${id}, 'hash')`,
    sql`insert into verifications (identifier, value, expires_at) values ('reset', ${id}, now() + interval '1 hour')`,
    sql`insert into email_changes (user_id, old_email, new_email) select id, 'former-' || email, email from users where id = ${id}`,
    sql`insert into exports (member_id, state, ended_at) values (${id}, 'failed', now())`,
    sql`insert into two_factors (user_id, secret, backup_codes) values (${id}, 'secret', 'codes')`,
    sql`insert into passkeys (user_id, credential_id, public_key, is_syncable, is_synced, name)
      values (${id}, decode(replace(${id}::text, '-', ''), 'hex'), '\\xa0', true, true, 'A telephone')`,
    sql`insert into notification_choices (member_id, kind, in_app, email) values (${id}, 'vote', false, 'digest')`,
    sql`insert into digests (member_id, frequency, hour, time_zone) values (${id}, 'daily', 8, 'UTC')`,
    sql`insert into mail_refusals (user_id, email) select id, email from users where id = ${id}`,
    sql`insert into post_mutes (member_id, post_id) values (${id}, ${on.theirs})`,
    sql`insert into mail_items (member_id, kind, thing_id, thread_id, actor_id)
      values (${id}, 'follow', ${other.id}, ${id}, ${other.id}), (${other.id}, 'follow', ${id}, ${other.id}, ${id})`,
    sql`insert into push_subscriptions (session_id, member_id, endpoint, p256dh, auth)
      select id, user_id, 'https://push.example/' || id, 'B' || repeat('A', 86), repeat('A', 22)
      from sessions where user_id = ${id} limit 1`,
    sql`insert into push_items (member_id, kind, thing_id, actor_id)
      values (${id}, 'follow', ${other.id}, ${other.id}), (${other.id}, 'follow', ${id}, ${id})`,
    sql`insert into first_steps_dismissals (user_id) values (${id})`,
    sql`insert into known_devices (device_id, user_id) values (${newId()}, ${id})`,
    sql`insert into former_usernames (username, user_id) values (${`formerly_${id.slice(-8)}`}, ${id})`,
    sql`insert into blocks (member_id, blocked_id) select a.id, b.id from profiles a, profiles b
      where (a.id, b.id) in ((${id}, ${moderator.id}), (${moderator.id}, ${id}))`,
    sql`insert into mutes (member_id, muted_id) select a.id, b.id from profiles a, profiles b
      where (a.id, b.id) in ((${id}, ${moderator.id}), (${moderator.id}, ${id}))`,
    sql`insert into post_reads (user_id, post_id, read_until) values (${id}, ${on.theirs}, now())`,
    sql`insert into post_views (user_id, post_id, user_agent) values (${id}, ${on.theirs}, 'A browser')`,
    sql`insert into limited_writes (member_id, written_at) values (${id}, now())`,
    sql`insert into text_fingerprints (kind, target_id, member_id) values ('post', ${on.own}, ${id})`,
    sql`insert into notifications (user_id, type, related_user_id, actor_ids, post_id, dedupe_key)
      values (${moderator.id}, 'vote', ${id}, array[${id}::uuid, ${other.id}::uuid], ${on.theirs}, ${`vote:${on.theirs}`}),
        (${id}, 'vote', ${other.id}, array[${other.id}::uuid], ${on.own}, 'mine')`,
    sql`insert into content_changes (kind, item_id, name, act, changed_by)
      values ('book', ${newId()}, 'A book', 'created', ${id})`,
    sql`insert into content_changes (kind, item_id, name, act, fields, changed_by)
      select 'account', id, username, 'updated', '{username}', ${moderator.id} from profiles where id = ${id}`,
    sql`insert into blocked_domains (domain, added_by) values (${`${id.slice(-8)}.example`}, ${id})`,
    sql`insert into invites (token_hash, note, uses, ends_at, created_by)
      values (repeat(md5(${id}), 2), 'For a friend', 5, now() + interval '1 day', ${id})`,
    sql`update users set invited_by = ${id} where id = ${other.id}`,
    sql`insert into member_notes (member_id, author_id, text)
      values (${id}, ${moderator.id}, 'zorilla privately'), (${other.id}, ${id}, 'zorilla about another')`,
    sql`insert into user_roles (user_id, role, granted_by) values (${id}, 'moderator', ${moderator.id}),
      (${author.id}, 'moderator', ${id}) on conflict (user_id, role) do update set granted_by = ${id}`,
    sql`insert into role_changes (user_id, role, act, changed_by)
      values (${id}, 'moderator', 'granted', ${moderator.id}), (${author.id}, 'moderator', 'granted', ${id})`,
    sql`update posts set deleted_at = now(), deleted_by = ${id}, title = 'Deleted post', format = 'plain', author_id = null,
      concept_id = null, content = '<p>This post was deleted.</p>', content_text = 'This post was deleted.'
      where id = ${on.stub}`,
    sql`insert into revisions (post_id, number, title, content, format, edited_by)
      values (${on.theirs}, ${1 + Math.floor(Math.random() * 1e9)}, 'Before', '<p>Before</p>', 'rich', ${id})`,
    sql`insert into moderation_cases (source, kind, target_id, member_id, claimed_by, closed_at, closed_by, outcome)
      values ('report', 'note', ${newId()}, ${other.id}, ${id}, now(), ${id}, 'rejected')`,
    sql`with acted as (
        insert into moderation_actions (action, acted_by, acted_as, member_id, kind, target_id, reason)
        values ('warn', ${id}, 'moderator', ${other.id}, 'member', ${other.id}, 'Please be kind.'),
          ('suspend', ${moderator.id}, 'moderator', ${id}, 'member', ${id}, 'Please rest.') returning id, action),
      suspended as (
        insert into sanctions (member_id, kind, message, action_id, ends_at)
        select ${id}, 'suspension', 'Please rest a while.', id, now() + interval '30 days' from acted where action = 'suspend'),
      opened as (
        insert into moderation_cases (source, kind, target_id, member_id, snapshot)
        select 'appeal', 'action', id, ${id}, '{}' from acted where action = 'suspend' returning id)
      insert into appeals (action_id, member_id, words, case_id)
      select acted.id, ${id}, 'I did nothing', opened.id from acted, opened where action = 'suspend'`,
    sql`with with_left as (
        insert into former_conversations (member_id, last_message_at) values (${id}, now()) returning id)
      insert into former_messages (id, conversation_id, is_own, content, created_at)
      select ${newId()}, id, false, 'Farewell', now() from with_left`,
  ]
  for (const statement of statements) await statement.execute(db)
}
