import { type Kysely, sql } from 'kysely'
import { isStaff } from '../../api/core/viewer.ts'
import type { DB } from '../../db/types.ts'
import type { Config } from '../../platform/config.server.ts'
import { FASTEST_FORM_MS } from '../accounts/policy.ts'
import type { HoldReason, Submission } from '../approval/policy.ts'
import type { Asked, HoldCheck } from '../approval/reasons.server.ts'
import { hostOf, hostsIn } from '../blocked-domains/hosts.server.ts'
import { findBlocked } from '../blocked-domains/sql.server.ts'
import { unescapeHtml } from '../markup/html.ts'
import { FINGERPRINT_DAYS, REMEMBERED_THINGS } from './policy.ts'

/** What of new members waits for approval, and of established ones what links to a blocked domain; nothing of staff. */
export const newMemberCheck: HoldCheck = { reasonsOf, remember }

async function reasonsOf({ db, viewer, config }: Asked, submission: Submission): Promise<HoldReason[]> {
  if (!config.RATE_LIMITS || isStaff(viewer)) return []
  const hosts = hostsOf(submission, config)
  const [isBlocked, member] = await Promise.all([
    findBlocked(db, hosts).then((domain) => domain !== undefined),
    findMember(db, viewer.id),
  ])
  const blocked: HoldReason[] = isBlocked ? ['blocked_domain'] : []
  if (!member?.is_new) return blocked
  const { elapsed_ms, hidden_field } = submission
  const seen = await lookBack(db, viewer.id, submission, hosts, config)
  return [
    ...(member.held_until_established ? (['sign_up'] as const) : []),
    ...seen,
    ...blocked,
    ...(elapsed_ms !== undefined && elapsed_ms < FASTEST_FORM_MS ? (['too_fast'] as const) : []),
    ...(hidden_field ? (['hidden_field'] as const) : []),
  ]
}

/** Keeps what a held text says and links to, so that the same again waits, too. In the transaction that holds it. */
async function remember(trx: Kysely<DB>, { viewer, config }: Asked, submission: Submission): Promise<void> {
  await sql`
    insert into text_fingerprints (kind, target_id, member_id, digest, hosts)
    values (${submission.kind}, ${submission.id}, ${viewer.id}, text_digest(${wordsOf(submission)}),
      ${hostsOf(submission, config)}::text[])
    on conflict do nothing`.execute(trx)
}

/** The fingerprints and turns that nobody asks for any more. */
export async function forgetOldSubmissions(db: Kysely<DB>): Promise<void> {
  await sql`delete from text_fingerprints
    where created_at < now() - make_interval(days => ${FINGERPRINT_DAYS})`.execute(db)
  await sql`delete from new_member_turns where created_at < now() - interval '1 day'`.execute(db)
}

async function findMember(db: Kysely<DB>, id: string) {
  const { rows } = await sql<{ is_new: boolean; held_until_established: boolean }>`
    select is_new_member(id) as is_new, held_until_established from profiles where id = ${id}`.execute(db)
  return rows[0]
}

/** By what was sent before: by this member, and of the same words by others who are new or have left. */
async function lookBack(
  db: Kysely<DB>,
  memberId: string,
  submission: Submission,
  hosts: readonly string[],
  config: Pick<Config, 'PUBLIC_URL'>,
): Promise<HoldReason[]> {
  const { kind, id } = submission
  const { rows } = await sql<{
    is_seen: boolean
    texts: { kind: string; content: string }[]
    held: string[]
  }>`
    select
      exists (
        select from text_fingerprints f
        where f.digest = text_digest(${wordsOf(submission)}) and (f.kind, f.target_id) <> (${kind}, ${id}::uuid)
          and f.created_at > now() - make_interval(days => ${FINGERPRINT_DAYS})
          and (f.member_id is null or f.member_id = ${memberId} or is_new_member(f.member_id))) as is_seen,
      coalesce((select json_agg(json_build_object('kind', t.kind, 'content', t.content)) from (
        (select 'post' as kind, title || ' ' || content as content from posts
          where author_id = ${memberId} and id <> ${id} order by created_at desc limit ${REMEMBERED_THINGS})
        union all
        (select 'comment', content from comments
          where author_id = ${memberId} and id <> ${id} order by created_at desc limit ${REMEMBERED_THINGS})
        union all
        (select 'note', content from notes
          where author_id = ${memberId} and id <> ${id} order by created_at desc limit ${REMEMBERED_THINGS})) t), '[]') as texts,
      array(select distinct unnest(f.hosts) from text_fingerprints f
        where f.member_id = ${memberId} and f.target_id <> ${id}) as held`.execute(db)
  const { is_seen, texts, held } = rows[0] as (typeof rows)[0]
  const own = ownHost(config)
  const linked = texts.map((text) => ({ kind: text.kind, hosts: hostsIn(text.content, own) }))
  const known = new Set([...held, ...linked.flatMap((text) => text.hosts)])
  const hasLinkedPost = linked.some((text) => text.kind === 'post' && text.hosts.length > 0)
  return [
    ...(kind === 'post' && hosts.length > 0 && !hasLinkedPost ? (['new_site'] as const) : []),
    ...(hosts.some((host) => known.has(host)) ? (['repeated_site'] as const) : []),
    ...(is_seen ? (['seen_text'] as const) : []),
  ]
}

function hostsOf({ title, content }: Submission, config: Pick<Config, 'PUBLIC_URL'>): string[] {
  return hostsIn(`${title ?? ''} ${content}`, ownHost(config))
}

function ownHost({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string {
  return hostOf(PUBLIC_URL) ?? ''
}

/** A post comes as HTML, or as plain text without tags. */
function wordsOf({ kind, content }: Submission): string {
  return kind === 'post' ? unescapeHtml(content.replace(/<[^>]*>/g, ' ')) : content
}
