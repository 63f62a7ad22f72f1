import { sql } from 'kysely'
import { isEmail, toAsciiAddress } from '../../accounts/policy.ts'
import { cutText } from '../cut-text.ts'
import { importedId } from '../imported-id.ts'
import type { Outcome, Sourced } from '../records.ts'
import { toUsername, variantOf } from '../usernames.ts'
import { type ImportWrite, insertJson, type Writer } from './batch.server.ts'

/** Variants of a taken username that are tried before the old id is appended. */
const VARIANTS = 9

/**
 * Writes members with profile and password. A member whose verified address already has a verified account here is
 * that account. Others keep their address if it is free, otherwise they get one that receives no mail.
 */
export const writeMembers: Writer<'member'> = async (write, records) => {
  const known = await findAccounts(write, records)
  const added = records.filter((record) => !isOwner(record, known.get(emailOf(record) ?? '')))
  const usernames = await chooseUsernames(write, added)
  const idOf = (record: Sourced<'member'>) =>
    importedId(write.source, 'member', record.old_id, record.created_at)
  await insertUsers(write, added, usernames, new Set(known.keys()), idOf)
  return records.map((record): Outcome => {
    const account = known.get(emailOf(record) ?? '')
    const { old_id } = record
    if (account && isOwner(record, account)) return { old_id, id: account.id, is_old: true }
    return { old_id, id: idOf(record) }
  })
}

interface Account {
  id: string
  email: string
  email_verified: boolean
}

function emailOf({ email }: Sourced<'member'>): string | undefined {
  const address = email && toAsciiAddress(email.trim().toLowerCase())
  return address && isEmail(address) ? address : undefined
}

function isOwner({ email_verified }: Sourced<'member'>, account: Account | undefined): boolean {
  return email_verified && account?.email_verified === true
}

async function findAccounts({ trx }: ImportWrite, records: readonly Sourced<'member'>[]) {
  const emails = records.map(emailOf).filter((email) => email !== undefined)
  const accounts = await trx
    .selectFrom('users')
    .select(['id', 'email', 'email_verified'])
    .where('email', 'in', emails.length > 0 ? emails : [''])
    .execute()
  return new Map<string, Account>(accounts.map((account) => [account.email, account]))
}

/** Returns a free username for each record, in the same order. */
async function chooseUsernames({ trx }: ImportWrite, records: readonly Sourced<'member'>[]) {
  const bases = records.map(({ username }) => toUsername(username))
  const candidates = bases.flatMap((base) =>
    Array.from({ length: VARIANTS }, (_, at) => variantOf(base, at + 1).toLowerCase()),
  )
  const { rows } = await sql<{ username: string }>`
    select candidate as username from unnest(${candidates}::text[]) as candidate
    where exists (select from profiles where lower(username) = candidate)
      or exists (select from reserved_usernames r where r.username = candidate)
      or is_former_username(candidate, null)`.execute(trx)
  const taken = new Set(rows.map(({ username }) => username))
  return bases.map((base, at) => {
    const variants = Array.from({ length: VARIANTS }, (_, number) => variantOf(base, number + 1))
    const free = variants.find((name) => !taken.has(name.toLowerCase()))
    const chosen = free ?? variantOf(base, Number(records[at]?.old_id.replace(/\D/g, '').slice(-12)) || at)
    taken.add(chosen.toLowerCase())
    return chosen
  })
}

async function insertUsers(
  { trx }: ImportWrite,
  records: readonly Sourced<'member'>[],
  usernames: readonly string[],
  taken: Set<string>,
  idOf: (record: Sourced<'member'>) => string,
): Promise<void> {
  const rows = records.map((record, at) => {
    const id = idOf(record)
    const email = emailOf(record)
    const isFree = email !== undefined && !taken.has(email)
    if (isFree) taken.add(email)
    const username = usernames[at] as string
    const full_name = cutText(
      record.full_name ?? (record.username === username ? null : record.username),
      100,
    )
    return {
      ...{ id, username, full_name, created_at: record.created_at, password: record.password },
      name: full_name ?? username,
      email: isFree ? email : `${id}@${NO_MAIL}`,
      email_verified: isFree && record.email_verified,
      bio: cutText(record.bio, 500),
      location: cutText(record.location, 100),
      website_url: /^https?:\/\/[^\s<>"]{1,490}$/i.test(record.website ?? '') ? record.website : null,
      messages_from: record.messages_from ?? 'everyone',
    }
  })
  const accounts = rows.map(({ id, name, email, email_verified, username, created_at }) => ({
    ...{ id, name, email, email_verified, username, created_at },
  }))
  await insertJson(
    trx,
    'users',
    accounts.map((row) => ({ ...row, updated_at: row.created_at, two_factor_enabled: false })),
  )
  await sql`
    update profiles p
    set full_name = m.full_name, bio = m.bio, location = m.location, website_url = m.website_url,
      messages_from = m.messages_from,      created_at = m.created_at, established_at = m.created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as m (id uuid, full_name text, bio text, location text, website_url text, messages_from text,
        created_at timestamptz)
    where p.id = m.id`.execute(trx)
  const passwords = rows.filter(({ password }) => password !== null)
  await sql`
    insert into accounts (user_id, account_id, provider_id, password)
    select m.id, m.id::text, 'credential', m.password
    from jsonb_to_recordset(${JSON.stringify(passwords)}::jsonb) as m (id uuid, password text)
    where not exists (select from accounts a where a.user_id = m.id)`.execute(trx)
}

/** Domain of members without a usable address. `.invalid` never exists (RFC 2606). */
export const NO_MAIL = 'imported.invalid'
