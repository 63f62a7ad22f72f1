import { impliedRoles, ONLY_ADMIN } from '../../accounts/roles/policy.ts'
import type { RateLimit } from '../../core/rate-limited.ts'
import { ROLES, type Role } from '../../core/viewer.ts'

/** Accounts per page: two screens of a desktop. */
export const ACCOUNTS_PAGE = 20

/** Enough to help many members in a row. Too few for a stolen session to take over all accounts unnoticed. */
export const ACCOUNTS_RATE_LIMIT: RateLimit = {
  name: 'managed accounts',
  account: { times: 60, seconds: 600 },
  address: { times: 120, seconds: 600 },
}

export type AccountAction = 'rename' | 'change_email' | 'verify' | 'reset_password' | 'delete'

interface Account {
  id: string
  is_verified: boolean
  is_last_admin: boolean
  roles: Role[]
  delete_at: string | null
}

/** Returns why an admin cannot do this to the account, or undefined if they can. */
export function accountRefusal(action: AccountAction, adminId: string, account: Account): string | undefined {
  if (account.id === adminId) return OWN_ACCOUNT
  if (action === 'verify' && account.is_verified) return 'This address is already verified.'
  if (action === 'delete' && account.delete_at) return 'This account is already scheduled for deletion.'
  if (action === 'delete' && account.is_last_admin) return ONLY_ADMIN
  return undefined
}

/** Roles that an admin can grant. A role needs a verified address. */
export function grantableRoles({ is_verified, roles }: Account): Role[] {
  return is_verified ? ROLES.filter((role) => !roles.includes(role)) : []
}

/** Roles that an admin can revoke: all but those that another role implies, and the last admin's. */
export function revocableRoles({ is_last_admin, roles }: Account): Role[] {
  return roles.filter(
    (role) =>
      !(role === 'admin' && is_last_admin) &&
      !roles.some((held) => held !== role && impliedRoles(held).includes(role)),
  )
}

export const OWN_ACCOUNT = 'This is your own account. Use your settings instead.'
export const NOT_VERIFIED = 'This member must have a verified email address before they can get a role.'
export const SAME_EMAIL = 'This is already the account’s address.'
export const EMAIL_TAKEN = 'Another account has this address.'
