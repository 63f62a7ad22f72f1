import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { BlockedMail } from './contract.ts'
import { COUNTED_MEMBERS } from './policy.ts'

/** Whether no one can sign up with this address (db/schema/access.sql). */
export async function isBlockedMail(db: Kysely<DB>, address: string): Promise<boolean> {
  const { rows } = await sql<{
    is_blocked: boolean
  }>`select is_blocked_mail(${address}) as is_blocked`.execute(db)
  return rows[0]?.is_blocked ?? false
}

/** Returns the address without a part after "+", as it is compared. */
export async function mailKey(db: Kysely<DB>, address: string): Promise<string> {
  const { rows } = await sql<{ key: string }>`select mail_key(${address}) as key`.execute(db)
  return rows[0]?.key ?? address
}

/** Lists all entries, or the one with this id. Addresses are indexed backwards, so those of a domain are a range. */
export async function listBlockedMail(db: Kysely<DB>, id?: string): Promise<BlockedMail[]> {
  const { rows } = await sql<BlockedMail>`
    select b.id, b.pattern, b.created_at, (
      select count(*)::integer
      from unnest(case when position('@' in b.pattern) > 0 then array[reverse(b.pattern)]
        else array[reverse('@' || b.pattern), reverse('.' || b.pattern)] end) as ending
      cross join lateral (
        select from users u
        where u.email_verified and reverse(mail_key(u.email)) collate "C" >= ending
          and reverse(mail_key(u.email)) collate "C" <= ending || case when position('@' in b.pattern) > 0 then '' else chr(1114111) end
        limit ${COUNTED_MEMBERS}) as members) as member_count
    from blocked_mail b where ${id ? sql`b.id = ${id}` : sql`true`} order by b.pattern collate "C"`.execute(
    db,
  )
  return rows
}
