import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { jsonTime, memberJson } from '../../moderation/json-sql.server.ts'
import { newestCursor, toPage } from '../../platform/keyset.server.ts'
import type { Cursor } from '../../platform/keyset.ts'
import { type AuthorRow, authorColumns, memberColumns, withAuthor } from '../../shared/authors/sql.server.ts'
import { commentPath, notePath } from '../../shared/branding/item-address.server.ts'
import type { HistoryEntry, MemberNote, MemberView } from './contract.ts'
import { HISTORY_PAGE, LATEST_EXCERPT, LATEST_SHOWN, NOTES_SHOWN, WEIGHED_REPORTS } from './policy.ts'

type FoundMember = Pick<MemberView, 'joined_at' | 'is_verified' | 'roles' | 'numbers' | 'standing'> &
  MemberView['member']

/** Finds a member by current or former username, even if the email address is not verified. */
export async function findMemberId(db: Kysely<DB>, username: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from profiles where lower(username) = lower(${username})
    union all
    select user_id from former_usernames
    where username = lower(${username}) and is_former_username(username, null)
    limit 1`.execute(db)
  return rows[0]?.id
}

export async function findMemberDetails(db: Kysely<DB>, id: string): Promise<FoundMember | undefined> {
  const { rows } = await sql<FoundMember>`
    select ${memberColumns}, p.created_at as joined_at, u.email_verified as is_verified,
      array(select role from user_roles where user_id = p.id order by role) as roles,
      jsonb_build_object('posts', p.post_count, 'comments', p.comment_count,
        'notes', (select count(*) from notes where author_id = p.id and deleted_at is null and removed_at is null),
        'removed', (select count(*) from removed_content where author_id = p.id),
        'reports', jsonb_build_object(
          'made', (select count(*) from reports where reporter_id = p.id), 'decided', weighed.decided,
          'upheld', weighed.upheld, 'weight', report_weight(p.id)),
        'cases', cases.counts) as numbers,
      jsonb_build_object('established_at', ${jsonTime('p.established_at')}, 'is_held', p.held_until_established,
        'held_for', case when p.held_until_established then u.held_for end,
        'vouch', (select jsonb_build_object('at', ${jsonTime('m.created_at')}, 'by', ${memberJson(sql`m.acted_by`)})
          from moderation_actions m where m.id = current_vouch_id(p.id))) as standing
    from profiles p
    join users u on u.id = p.id
    cross join lateral (
      select count(*) as decided, count(*) filter (where outcome = 'upheld') as upheld from (
        select c.outcome from reports r join moderation_cases c on c.id = r.case_id
        where r.reporter_id = p.id and c.outcome in ('upheld', 'rejected')
        order by r.id desc limit ${WEIGHED_REPORTS}) as latest) as weighed
    cross join lateral (
      select jsonb_build_object('open', count(*) filter (where outcome is null),
        'upheld', count(*) filter (where outcome = 'upheld'), 'rejected', count(*) filter (where outcome = 'rejected'),
        'moot', count(*) filter (where outcome = 'moot')) as counts
      from moderation_cases where member_id = p.id and source in ('report', 'automatic')) as cases
    where p.id = ${id}`.execute(db)
  return rows[0]
}

export async function listMemberNotes(db: Kysely<DB>, memberId: string): Promise<MemberNote[]> {
  const { rows } = await notesWhere(sql`n.member_id = ${memberId}`).execute(db)
  return rows.map(withAuthor)
}

function notesWhere(condition: RawBuilder<unknown>) {
  return sql<Omit<MemberNote, 'author'> & AuthorRow>`
    select n.id, n.text, n.created_at, ${authorColumns}
    from member_notes n left join profiles a on a.id = n.author_id
    where ${condition} order by n.id desc limit ${NOTES_SHOWN}`
}

export async function addMemberNote(db: Kysely<DB>, memberId: string, authorId: string, text: string) {
  const { id } = await db
    .insertInto('member_notes')
    .values({ member_id: memberId, author_id: authorId, text })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { rows } = await notesWhere(sql`n.id = ${id}`).execute(db)
  return rows.map(withAuthor)[0] as MemberNote
}

/** Deletes a note by the viewer or, if `any` is true, by anyone. Never deletes a note about the viewer. */
export async function removeMemberNote(
  db: Kysely<DB>,
  id: string,
  viewerId: string,
  any: boolean,
): Promise<boolean> {
  const note = db.deleteFrom('member_notes').where('id', '=', id).where('member_id', '<>', viewerId)
  const { numDeletedRows } = await (any ? note : note.where('author_id', '=', viewerId)).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Lists a member's latest texts. A removed one has a placeholder; `removals.read` returns its text. */
export async function listLatestTexts(db: Kysely<DB>, memberId: string): Promise<MemberView['latest']> {
  const latest = (table: 'posts' | 'comments' | 'notes') => sql`
    (select * from ${sql.table(table)} where author_id = ${memberId} and deleted_at is null
    order by created_at desc, id desc limit ${LATEST_SHOWN})`
  const { rows } = await sql<MemberView['latest'][number]>`
    select kind, id, title, left(content, ${LATEST_EXCERPT}) as excerpt, removed_at is not null as is_removed, path, created_at
    from (
      select 'post' as kind, id, title, content_text as content, removed_at, '/post/' || id as path, created_at
      from ${latest('posts')} p
      union all
      select 'comment', id, null, content, removed_at, ${commentPath(sql`post_id`, sql`id`)}, created_at
      from ${latest('comments')} c
      union all
      select 'note', id, null, content, removed_at,
        ${notePath(sql`id`, sql`parent_id`)}, created_at
      from ${latest('notes')} n
      order by created_at desc, id desc limit ${LATEST_SHOWN}) as thing
    order by created_at desc, id desc`.execute(db)
  return rows
}

/** Lists actions, cases and reports, newest first. Sorts by id, which begins with the time (new_id). */
export async function listHistory(db: Kysely<DB>, memberId: string, cursor: Cursor | undefined) {
  const after = (id: RawBuilder<unknown>) => (cursor ? sql`${id} < ${cursor.id}::uuid` : sql`true`)
  const size = sql.lit(HISTORY_PAGE + 1)
  const { rows } = await sql<{ id: string; created_at: string; line: HistoryEntry }>`
    select id, created_at, line from (
      (select m.id, m.created_at, jsonb_build_object('type', 'action', 'id', m.id, 'created_at', ${jsonTime('m.created_at')}, 'action', m.action,
        'kind', m.kind, 'acted_by', ${memberJson(sql`m.acted_by`)}, 'acted_as', m.acted_as, 'rule', m.rule,
        'reason', m.reason, 'note', m.note, 'ends_at', ${jsonTime('m.ends_at')}) as line
      from moderation_actions m where m.member_id = ${memberId} and m.part_of is null and ${after(sql`m.id`)}
      order by m.id desc limit ${size})
      union all
      (select c.id, c.created_at, jsonb_build_object('type', 'case', 'id', c.id, 'created_at', ${jsonTime('c.created_at')}, 'kind', c.kind,
        'report_count', c.report_count, 'outcome', c.outcome, 'closed_at', ${jsonTime('c.closed_at')})
      from moderation_cases c
      where c.member_id = ${memberId} and c.source in ('report', 'automatic') and ${after(sql`c.id`)}
      order by c.id desc limit ${size})
      union all
      (select r.id, r.created_at, jsonb_build_object('type', 'report', 'id', r.id, 'created_at', ${jsonTime('r.created_at')}, 'kind', c.kind,
        'reason', r.reason, 'outcome', c.outcome)
      from reports r join moderation_cases c on c.id = r.case_id
      where r.reporter_id = ${memberId} and c.outcome is not null and ${after(sql`r.id`)}
      order by r.id desc limit ${size})) as history
    order by id desc limit ${size}`.execute(db)
  const { items, next } = toPage(rows, HISTORY_PAGE, newestCursor)
  return { items: items.map(({ line }) => line), next }
}
