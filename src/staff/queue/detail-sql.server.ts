import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { jsonTime, memberJson } from '../../moderation/json-sql.server.ts'
import type { CaseDetail } from './case-schemas.ts'
import { caseNotes } from './notes-sql.server.ts'

type CaseSnapshot = NonNullable<CaseDetail['snapshot']>

type SnapshotContext = Omit<CaseSnapshot['context'][number], 'id' | 'title'> & { title?: string | null }

export interface StoredSnapshot
  extends SnapshotContext,
    Partial<Pick<CaseSnapshot, 'links' | 'website' | 'location' | 'picture'>> {
  /** Ids of the pictures in the text. */
  pictures?: string[]
  post_id?: string
  parent_id?: string
  context?: (SnapshotContext & { id: string })[]
}

export interface DetailRow {
  snapshot: StoredSnapshot | null
  /** The current content, or null if it was deleted. The text of a message is omitted. */
  now: {
    title: string | null
    content: string | null
    username: string | null
    parent_id: string | null
    /** Whether the content is hidden by reports until this case is decided. */
    is_hidden?: boolean
  } | null
  reports: CaseDetail['reports']
  notes: CaseDetail['notes']
  thing: Record<string, number>
  actions_on_member: Record<string, number>
  cases: Record<string, number>
  /** Whether the author is a new member, so that vouching for them has an effect. */
  is_new: boolean
}

/** Returns the details of a case, with at most fifty reports. */
export async function findDetail(db: Kysely<DB>, id: string): Promise<DetailRow> {
  const { rows } = await sql<DetailRow>`
    select c.snapshot, ${now} as now, ${caseNotes} as notes,
      (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'reason', r.reason, 'words', r.words, 'weight', r.weight,
          'created_at', ${jsonTime('r.created_at')}, 'reporter', ${memberJson(sql`r.reporter_id`)}) order by r.id), '[]')
        from (select * from reports where case_id = c.id order by id limit 50) r) as reports,
      (select coalesce(jsonb_object_agg(action, count), '{}') from (
        select action, count(*) from moderation_actions where kind = c.kind and target_id = c.target_id group by action) a) as thing,
      (select coalesce(jsonb_object_agg(action, count), '{}') from (
        select action, count(*) from moderation_actions where member_id = c.member_id group by action) a) as actions_on_member,
      (select coalesce(jsonb_object_agg(state, count), '{}') from (
        select coalesce(o.outcome, 'open') as state, count(*) from moderation_cases o
        where o.member_id = c.member_id and o.id <> c.id and o.source in ('report', 'automatic') group by 1) o) as cases,
      exists (select from profiles where id = c.member_id and established_at is null) as is_new
    from moderation_cases c where c.id = ${id}`.execute(db)
  return rows[0] as DetailRow
}

/** Whether the pending text can still be published: the post and the text it replies to must exist. */
const hasPlace = sql`case p.kind
  when 'comment' then exists (
    select from posts where id = (p.payload->>'post_id')::uuid and deleted_at is null and removed_at is null)
    and (p.payload->>'parent_id' is null or exists (
      select from comments where id = (p.payload->>'parent_id')::uuid and deleted_at is null and removed_at is null))
  when 'note' then p.payload->>'parent_id' is null or exists (
    select from notes where id = (p.payload->>'parent_id')::uuid and deleted_at is null and removed_at is null)
  else true end`

const now = sql`
  case when c.source = 'pending' and c.closed_at is null then (
    select jsonb_build_object('title', c.snapshot->>'title', 'content', c.snapshot->>'content')
    from pending_content p where p.case_id = c.id and ${hasPlace})
  when c.kind <> 'profile' and exists (select from removed_content r where r.kind = c.kind and r.id = c.target_id) then (
    select jsonb_build_object('title', r.content -> 'row' ->> 'title', 'is_hidden', true,
      'content', coalesce(r.content -> 'row' ->> 'content_text', r.content -> 'row' ->> 'content'))
    from removed_content r join moderation_actions a on a.id = r.action_id
    where r.kind = c.kind and r.id = c.target_id and a.acted_as = 'system' and a.case_id = c.id and c.closed_at is null)
  else case c.kind
    when 'post' then (
      select jsonb_build_object('title', title, 'content', content_text) from posts where id = c.target_id and deleted_at is null)
    when 'comment' then (
      select jsonb_build_object('content', content) from comments where id = c.target_id and deleted_at is null)
    when 'note' then (
      select jsonb_build_object('content', content, 'parent_id', parent_id) from notes
      where id = c.target_id and deleted_at is null)
    when 'profile' then (
      select jsonb_build_object('title', coalesce(nullif(full_name, ''), username), 'content', coalesce(bio, ''),
        'username', username) from profiles where id = c.target_id)
    when 'message' then (select '{}'::jsonb from messages where id = c.target_id)
    when 'action' then '{}'::jsonb
  end end`

/** Returns the actions taken on a case, which are shown to a moderator who decides too late. */
export async function listActionsOf(db: Kysely<DB>, caseId: string): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select action from moderation_actions where case_id = ${caseId} order by number limit 20`.execute(db)
  return rows.map(({ action }) => action)
}
