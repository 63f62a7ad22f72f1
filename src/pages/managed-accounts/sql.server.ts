import { type Kysely, sql, type Transaction } from 'kysely'
import { logChange } from '../../accounts/manage-forms/items.server.ts'
import { toAsciiAddress } from '../../accounts/policy.ts'
import { profilesNamed } from '../../accounts/roles/sql.server.ts'
import type { DB } from '../../db/types.ts'
import { toPage } from '../../platform/keyset.server.ts'
import { memberColumns } from '../../shared/authors/sql.server.ts'
import type { Account, AccountDetails } from './contract.ts'

interface Page {
  search?: string | undefined
  /** Last username of the previous page, in lower case. */
  cursor?: string | undefined
  limit: number
}

const accountColumns = sql`${memberColumns}, u.email, u.email_verified as is_verified,
  array(select role from user_roles where user_id = p.id order by role) as roles`

export async function listAccounts(db: Kysely<DB>, { search, cursor, limit }: Page) {
  const { rows } = await sql<Account>`
    select ${accountColumns} from (
      select ${memberColumns} from ${search ? accountsFound(search) : sql`profiles`} p
      where ${cursor === undefined ? sql`true` : sql`lower(p.username) > ${cursor}`}
      order by lower(p.username) limit ${limit + 1}) p
    join users u on u.id = p.id
    order by lower(p.username)`.execute(db)
  return toPage(rows, limit, ({ username }) => username.toLowerCase())
}

/** Characters from which the index on addresses can be used. */
const EMAIL_SEARCH_MIN = 3

function accountsFound(search: string) {
  const name = search.replace(/^@/, '')
  if ([...search].length < EMAIL_SEARCH_MIN) return profilesNamed(name)
  const pattern = `%${toAsciiAddress(search.toLowerCase()).replace(/[\\%_]/g, '\\$&')}%`
  // `offset 0` makes the planner search before it sorts, as in profilesNamed, and look up each profile by its key.
  return sql`(
    select * from ${profilesNamed(name)} named
    union
    select mailed.* from (select id from users where email like ${pattern} offset 0) u
    cross join lateral (select ${memberColumns} from profiles p where p.id = u.id offset 0) mailed)`
}

export type FoundAccount = Omit<AccountDetails, 'can'>

export async function findAccount(db: Kysely<DB>, id: string): Promise<FoundAccount | undefined> {
  const { rows } = await sql<FoundAccount>`
    select ${accountColumns}, p.created_at as joined_at,
      (select max(used_at) from sessions where user_id = p.id) as seen_at,
      u.two_factor_enabled as has_second_factor,
      (select count(*)::integer from passkeys where user_id = p.id) as passkeys,
      (select delete_at from account_deletions where user_id = p.id) as delete_at,
      is_last_admin(p.id) as is_last_admin
    from profiles p join users u on u.id = p.id where p.id = ${id}`.execute(db)
  return rows[0]
}

interface LoggedChange {
  id: string
  username: string
  /** Changes as words joined by underscores. Empty: the account was scheduled for deletion. Never an address. */
  fields: string[]
  by: string
}

export function logAccountChange(trx: Transaction<DB>, { id, username, fields, by }: LoggedChange) {
  const act = fields.length > 0 ? 'updated' : 'deleted'
  return logChange(trx, { kind: 'account', item_id: id, name: username, act, fields, by })
}
