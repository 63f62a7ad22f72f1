import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { OptionalType } from '../../people/notifications/policy.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { type AuthorRow, authorColumns, withAuthor } from '../../shared/authors/sql.server.ts'

export interface DueItems {
  member_id: string
  thread_id: string
  ids: string[]
}

/** Marks one member's due items of one thread as queued and returns their ids. Undefined if none are due. */
export async function takeDueItems(trx: Transaction<DB>): Promise<DueItems | undefined> {
  const { rows } = await sql<DueItems>`
    with due as (
      select member_id, thread_id from mail_items where due_at <= now() and queued_at is null
      order by due_at limit 1 for update skip locked),
    taken as (
      update mail_items item set queued_at = now() from due
      where item.member_id = due.member_id and item.thread_id = due.thread_id
        and item.queued_at is null and item.due_at is not null
      returning item.id, item.member_id, item.thread_id)
    select member_id, thread_id, array_agg(id order by id) as ids from taken group by 1, 2`.execute(trx)
  return rows[0]
}

interface ItemRow extends AuthorRow {
  id: string
  type: OptionalType
  created_at: string
  post_id: string | null
  comment_id: string | null
  note_id: string | null
  note_parent_id: string | null
  post_title: string | null
  is_reply: boolean
  actor_count: number
  text: string | null
}

export type MailItem = ReturnType<typeof toItem>

/**
 * Returns items still worth mailing or pushing: visible, unread, wanted, and not about muted or blocked members. Omits
 * private messages (messages.server.ts).
 *
 * @param wanted Items to mail soon, a digest's items until a time, or one item to push.
 */
export async function listItems(
  db: Kysely<DB>,
  memberId: string,
  wanted: { soon: string[] } | { until: string } | { pushed: string },
): Promise<MailItem[]> {
  const asked =
    'soon' in wanted
      ? sql`i.id = any(${wanted.soon}::uuid[]) and coalesce(chosen.email, default_mail_choice(i.kind)) = 'soon'`
      : 'pushed' in wanted
        ? sql`i.id = ${wanted.pushed} and coalesce(chosen.push, default_push_choice(i.kind))`
        : sql`i.queued_at is null and i.due_at is null and i.created_at <= ${wanted.until}
          and coalesce(chosen.email, default_mail_choice(i.kind)) <> 'off'`
  const { rows } = await sql<ItemRow>`
    select i.id, i.kind as type, i.created_at, i.post_id, i.comment_id, i.note_id, note.parent_id as note_parent_id,
      case when post.deleted_at is null then post.title end as post_title, ${authorColumns},
      coalesce(i.member_id in (above.author_id, answered.author_id), false) as is_reply,
      coalesce(gathered.actor_count, 1) as actor_count,
      case when i.kind not in ('vote', 'note_like') then coalesce(comment.content, note.content) end as text
    from ${sql.table('pushed' in wanted ? 'push_items' : 'mail_items')} i
    left join notification_choices chosen on chosen.member_id = i.member_id and chosen.kind = i.kind
    left join posts post on post.id = i.post_id and post.removed_at is null
    left join comments comment on comment.id = i.comment_id and comment.deleted_at is null and comment.removed_at is null
    left join comments above on above.id = comment.parent_id
    left join comments answered on answered.id = comment.answered_id
    left join notes note on note.id = i.note_id and note.deleted_at is null and note.removed_at is null
    left join notes first on first.id = note.parent_id
    left join notifications gathered on gathered.user_id = i.member_id and gathered.actor_count > 0 and
      gathered.dedupe_key = case i.kind when 'vote' then vote_notification_key(i.post_id, i.comment_id)
        when 'note_like' then 'note_like:' || i.note_id end
    left join profiles a on a.id = coalesce(gathered.related_user_id, comment.author_id, note.author_id, i.actor_id)
    where i.member_id = ${memberId} and i.kind <> 'message' and ${asked}
      and (i.post_id is null or post.id is not null) and (i.comment_id is null or comment.id is not null)
      and (i.note_id is null or note.id is not null) and first.removed_at is null
      and coalesce(a.id <> all (array(select ignored_by(i.member_id))), true)
      and not is_post_muted(i.member_id, i.post_id) and not (${isRead}) and ${isStanding}
    order by i.created_at, i.id`.execute(db)
  return rows.map(toItem)
}

const isRead = sql`
  exists (select from post_reads r where r.user_id = i.member_id and r.post_id = i.post_id
    and case when i.comment_id is null or i.kind = 'vote' then r.read_at >= i.created_at
      else r.read_until >= comment.created_at end)
  or i.kind in ('vote', 'note_like') and gathered.is_read and wants_notification(i.member_id, i.kind)
  or i.kind not in ('vote', 'note_like') and exists (
    select from notifications n where n.user_id = i.member_id and n.is_read and case
      when i.kind = 'follow' then n.dedupe_key = 'follow:' || i.actor_id
      when i.comment_id is not null then n.comment_id = i.comment_id
      when i.note_id is not null then n.note_id = i.note_id and n.type <> 'note_like'
      else n.dedupe_key = 'mention:' || i.post_id end)`

const isStanding = sql`case i.kind
  when 'vote' then gathered.id is not null
  when 'note_like' then gathered.id is not null
  when 'follow' then exists (
    select from user_follows f where f.follower_id = i.actor_id and f.following_id = i.member_id)
  else true end`

/** Moves items from immediate mail to the digest if the member has meanwhile chosen the digest for them. */
export async function moveToDigest(db: Kysely<DB>, ids: string[]): Promise<void> {
  await sql`
    update mail_items i set due_at = null, queued_at = null from notification_choices chosen
    where i.id = any(${ids}::uuid[]) and chosen.member_id = i.member_id and chosen.kind = i.kind
      and chosen.email = 'digest'`.execute(db)
}

export async function finishItems(db: Kysely<DB>, memberId: string, until: string): Promise<void> {
  await sql`
    update mail_items set queued_at = now()
    where member_id = ${memberId} and queued_at is null and due_at is null and created_at <= ${until}`.execute(
    db,
  )
}

/** Days until an item is deleted, long enough for a monthly digest. */
const KEPT_DAYS = 40

export async function sweepItems(db: Kysely<DB>): Promise<void> {
  await sql`delete from mail_items where created_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db)
}

export interface Recipient {
  id: string
  email: string
  username: string
}

/** Returns the recipient, or undefined if their address is unverified or refuses mail. */
export async function findRecipient(db: Kysely<DB>, memberId: string): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select u.id, u.email, p.username from users u join profiles p on p.id = u.id
    where u.id = ${memberId} and u.email_verified and not is_mail_stopped(u.id)`.execute(db)
  return rows[0]
}

function toItem(row: ItemRow) {
  const { author, ...rest } = withAuthor(row)
  return { ...rest, author, actor_name: author && displayName(author) }
}
