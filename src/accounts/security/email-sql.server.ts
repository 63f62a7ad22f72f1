import { type Kysely, sql } from 'kysely'
import { inTransaction } from '../../db/transaction.server.ts'
import type { DB } from '../../db/types.ts'
import { deleteResetTokens } from '../sql.server.ts'
import { endAllAccess } from './end-access.server.ts'
import type { EndedAccess } from './links.ts'

const CONFIRM_HOURS = 24
/** Days to undo a change of the email address: enough for people who read mail once a week. */
const UNDO_DAYS = 7

export interface EmailChange {
  id: string
  user_id: string
  old_email: string
  new_email: string
  username: string
}

export interface OwnEmail {
  email: string
  pending: string | null
}

export async function readEmail(db: Kysely<DB>, userId: string): Promise<OwnEmail> {
  const { rows } = await sql<OwnEmail>`
    select email, (
      select new_email from email_changes c
      where user_id = users.id and ${isOpen} and ${isLatest}) as pending
    from users where id = ${userId}`.execute(db)
  return rows[0] as OwnEmail
}

const isOpen = sql`c.confirmed_at is null and c.stopped_at is null
  and c.created_at > now() - make_interval(hours => ${sql.lit(CONFIRM_HOURS)})`
const isLatest = sql`not exists (
  select from email_changes later where later.user_id = c.user_id and later.id > c.id)`

export async function insertEmailChange(db: Kysely<DB>, userId: string, email: string) {
  const { rows } = await sql<{ id: string }>`
    insert into email_changes (user_id, old_email, new_email)
    select id, email, ${email} from users where id = ${userId} and email <> ${email}
    returning id`.execute(db)
  return rows[0]?.id
}

/** Finds a change of the email address. `is_taken`: another account has the new address. */
export async function findEmailChange(db: Kysely<DB>, id: string) {
  const { rows } = await sql<EmailChange & { is_taken: boolean }>`
    select c.id, c.user_id, c.old_email, c.new_email, p.username,
      exists (select from users where email = c.new_email and email_verified and id <> c.user_id) as is_taken
    from email_changes c join profiles p on p.id = c.user_id where c.id = ${id}`.execute(db)
  return rows[0]
}

/** `taken`: another account has the address. */
export type EmailChangeOutcome = 'done' | 'expired' | 'taken'

/** Applies a change of the email address. Idempotent, so the mailed link can be used twice. */
export function confirmEmail(db: Kysely<DB>, id: string): Promise<EmailChangeOutcome> {
  return db.transaction().execute(async (trx) => {
    const change = await lockChange(trx, id)
    if (!change) return 'expired'
    if (change.is_current && change.confirmed_at && !change.stopped_at) return 'done'
    const { rows } =
      await sql`select from email_changes c where id = ${id} and ${isOpen} and ${isLatest}`.execute(trx)
    if (rows.length === 0 || change.email !== change.old_email) return 'expired'
    if (!(await giveEmail(trx, change.user_id, change.new_email))) return 'taken'
    await sql`update email_changes set confirmed_at = now() where id = ${id}`.execute(trx)
    await deleteResetTokens(trx, change.user_id)
    return 'done'
  })
}

export interface AssignedEmail {
  email: string
  /** Id for the notice to the former address. Undefined if that was never verified and may belong to a stranger. */
  change_id: string | undefined
}

/**
 * Sets a member's address without confirmation, as verified. Undefined if it is the address already.
 * The database refuses an address of another account.
 */
export function assignEmail(
  db: Kysely<DB>,
  userId: string,
  email: string,
): Promise<AssignedEmail | undefined> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ email: string; email_verified: boolean }>`
      select email, email_verified from users where id = ${userId} for update`.execute(trx)
    const [before] = rows
    if (!before || before.email === email) return undefined
    await sql`update users set email = ${email}, email_verified = true, updated_at = now() where id = ${userId}`.execute(
      trx,
    )
    // All mailed links stop working, because the mailbox of the former address may belong to someone else.
    await trx.deleteFrom('verifications').where('value', '=', userId).execute()
    if (!before.email_verified) return { email, change_id: undefined }
    const { id } = await trx
      .insertInto('email_changes')
      .values({ user_id: userId, old_email: before.email, new_email: email, confirmed_at: sql`now()` })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { email, change_id: id }
  })
}

export type EmailStopResult =
  | { outcome: 'expired' | 'taken' }
  | { outcome: 'done'; user_id: string; ended: EndedAccess }

/** Restores the former address and ends all access, because the person who requested the change knows the password. */
export function stopEmailChange(db: Kysely<DB>, id: string): Promise<EmailStopResult> {
  return db.transaction().execute(async (trx) => {
    const change = await lockChange(trx, id)
    if (!change?.is_fresh || change.stopped_at) return { outcome: 'expired' }
    const { user_id } = change
    if (change.email !== change.old_email && !(await giveEmail(trx, user_id, change.old_email)))
      return { outcome: 'taken' }
    await sql`update email_changes set stopped_at = now()
      where user_id = ${user_id} and id >= ${id} and stopped_at is null`.execute(trx)
    const ended = await endAllAccess(trx, user_id, change.suspect_since)
    return { outcome: 'done', user_id, ended: { ...ended, 'email-change': 1 } }
  })
}

/** Undoes changes since `since`, unless another member now has the former address. Returns their number. */
export async function undoEmailChanges(db: Kysely<DB>, userId: string, since: string): Promise<number> {
  const { rows: changes } = await sql<{ old_email: string; is_used: boolean }>`
    select c.old_email, u.email <> c.old_email as is_used from email_changes c join users u on u.id = c.user_id
    where c.user_id = ${userId} and c.created_at >= ${since} and c.stopped_at is null
    order by c.id for update of u`.execute(db)
  const [first] = changes
  if (first?.is_used) await giveEmail(db, userId, first.old_email)
  await sql`update email_changes set stopped_at = now()
    where user_id = ${userId} and created_at >= ${since} and stopped_at is null`.execute(db)
  return changes.length
}

interface LockedChange {
  user_id: string
  email: string
  old_email: string
  new_email: string
  confirmed_at: string | null
  stopped_at: string | null
  is_current: boolean
  is_fresh: boolean
  /** Time before the change from which an attacker may have had access. Second factors added since then are removed. */
  suspect_since: string
}

/** Locks the change, and the account to serialize all changes of its address. */
async function lockChange(db: Kysely<DB>, id: string): Promise<LockedChange | undefined> {
  await sql`select from users where id = (select user_id from email_changes where id = ${id}) for update`.execute(
    db,
  )
  const { rows } = await sql<LockedChange>`
    select c.user_id, u.email, c.old_email, c.new_email, c.confirmed_at, c.stopped_at, u.email = c.new_email as is_current,
      c.created_at - make_interval(days => ${UNDO_DAYS}) as suspect_since,
      coalesce(c.confirmed_at, c.created_at) > now() - make_interval(days => ${UNDO_DAYS}) as is_fresh
    from email_changes c join users u on u.id = c.user_id where c.id = ${id}`.execute(db)
  return rows[0]
}

/** Sets the email address. Returns false if another member has it. Deletes an unverified account with it. */
async function giveEmail(db: Kysely<DB>, userId: string, email: string): Promise<boolean> {
  await sql`delete from users where email = ${email} and not email_verified and id <> ${userId}`.execute(db)
  const { numAffectedRows } = await sql`
    update users set email = ${email}, email_verified = true, updated_at = now()
    where id = ${userId} and not exists (select from users where email = ${email} and id <> ${userId})`.execute(
    db,
  )
  return numAffectedRows === 1n
}

export async function sweepEmailChanges(db: Kysely<DB>): Promise<void> {
  await sql`delete from email_changes where created_at < now() - make_interval(days => ${2 * UNDO_DAYS + 1})`.execute(
    db,
  )
}
