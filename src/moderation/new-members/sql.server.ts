import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { unescapeHtml } from '../../shared/markup/html.ts'
import type { Submission } from '../approval/policy.ts'
import { KNOWN_TEXTS, SAME_SITE_MEMBERS } from './policy.ts'

/** Finds a new member. `is_held` is true if all texts need approval because of a suspicious sign-up. */
export async function findNewMember(db: Kysely<DB>, id: string): Promise<{ is_held: boolean } | undefined> {
  const { rows } = await sql<{ is_held: boolean }>`
    select held_until_established as is_held from profiles where id = ${id} and is_new_member(id)`.execute(db)
  return rows[0]
}

/** Returns a member's latest public texts. */
export async function listPublished(db: Kysely<DB>, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    (select title || ' ' || content as text from posts
      where author_id = ${memberId} and deleted_at is null and removed_at is null order by created_at desc limit 50)
    union all
    (select content from comments
      where author_id = ${memberId} and deleted_at is null and removed_at is null order by created_at desc limit 50)
    union all
    (select content from notes
      where author_id = ${memberId} and deleted_at is null and removed_at is null order by created_at desc limit 50)`.execute(
    db,
  )
  return rows.map(({ text }) => text)
}

/** Stores a digest of the text and the sites it links to. A daily job deletes both after a day. */
export async function storeTextFingerprint(
  db: Kysely<DB>,
  memberId: string,
  submission: Submission,
  hosts: readonly string[],
): Promise<void> {
  await sql`
    insert into text_fingerprints as known (kind, target_id, member_id, digest, hosts)
    values (${submission.kind}, ${submission.id}, ${memberId}, text_digest(${wordsOf(submission)}), ${hosts}::text[])
    on conflict (kind, target_id) do update set digest = excluded.digest, hosts = excluded.hosts
    where known.member_id = excluded.member_id`.execute(db)
}

export async function deleteTextFingerprint(
  db: Kysely<DB>,
  memberId: string,
  { kind, id }: Submission,
): Promise<void> {
  await db
    .deleteFrom('text_fingerprints')
    .where((where) => where.and({ kind, target_id: id, member_id: memberId }))
    .execute()
}

interface SimilarTextCounts {
  /** Copies of the text within a day by new members, including since deleted accounts. */
  same_texts: number
  /** Whether SAME_SITE_MEMBERS new members linked to the same unknown site within a day. */
  is_spread: boolean
}

export async function countSimilarTexts(
  db: Kysely<DB>,
  memberId: string,
  submission: Submission,
  hosts: readonly string[],
): Promise<SimilarTextCounts> {
  const { rows } = await sql<{ same_texts: number; spread: string[] }>`
    with sent as (
      select * from text_fingerprints f
      where f.created_at > now() - interval '1 day' and (f.kind, f.target_id) <> (${submission.kind}, ${submission.id}::uuid)
        and (f.digest = text_digest(${wordsOf(submission)}) or f.hosts && ${hosts}::text[])
        and (f.member_id is null or f.member_id = ${memberId} or is_new_member(f.member_id)))
    select
      (select count(*)::integer from sent where digest = text_digest(${wordsOf(submission)})) as same_texts,
      array(
        select host from unnest(${hosts}::text[]) as host join sent on sent.hosts @> array[host]
        where sent.member_id is distinct from ${memberId}::uuid
        group by host having count(distinct coalesce(sent.member_id, sent.target_id)) >= ${SAME_SITE_MEMBERS - 1}) as spread`.execute(
    db,
  )
  const { same_texts, spread } = rows[0] as (typeof rows)[0]
  return { same_texts, is_spread: await hasUnknown(db, spread) }
}

/** Whether any site is unknown: no recent text by an established member or older than a day links to it. */
async function hasUnknown(db: Kysely<DB>, hosts: readonly string[]): Promise<boolean> {
  if (hosts.length === 0) return false
  const texts = (['posts', 'comments', 'notes'] as const).map(
    (table) => sql`
      (select lower(content) as text, author_id, created_at from ${sql.table(table)}
        where deleted_at is null and removed_at is null order by id desc limit ${sql.lit(KNOWN_TEXTS)})`,
  )
  const { rows } = await sql`
    with latest as (${sql.join(texts, sql` union all `)})
    select from unnest(${hosts}::text[]) as host
    where not exists (
      select from latest
      where (position('/' || host in text) > 0 or position('www.' || host in text) > 0)
        and (created_at < now() - interval '1 day'
          or exists (select from profiles p where p.id = author_id and p.established_at is not null)))
    limit 1`.execute(db)
  return rows.length > 0
}

export async function sweepTextFingerprints(db: Kysely<DB>): Promise<void> {
  await sql`delete from text_fingerprints where created_at < now() - interval '1 day'`.execute(db)
}

/** Returns the text without HTML tags. Only posts can contain HTML. */
function wordsOf({ kind, content }: Submission): string {
  return kind === 'post' ? unescapeHtml(content.replace(/<[^>]*>/g, ' ')) : content
}
