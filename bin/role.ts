// `npm run role -- grant|revoke <username> <role>`, `npm run role -- list [username]`. Works while the forum
// is running, because a trigger notifies the forum of changes (db/schema/access.sql).
import type { Kysely } from 'kysely'
import { grantRole, listRoles, revokeRole } from '../src/accounts/roles/by-username.server.ts'
import { RequiredRoleError } from '../src/accounts/roles/change-role.server.ts'
import { impliedRoles } from '../src/accounts/roles/policy.ts'
import { ROLES } from '../src/core/viewer.ts'
import type { DB } from '../src/db/types.ts'
import { StartError } from './failure.ts'
import { withDatabase } from './forum.ts'

const USAGE = `Usage:
  npm run role -- grant <username> ${ROLES.join('|')}
  npm run role -- revoke <username> ${ROLES.join('|')}
  npm run role -- list [username]`

const [act = '', username, roleName] = process.argv.slice(2)
const role = ROLES.find((one) => one === roleName)

withDatabase((db) => (act === 'list' ? list(db) : change(db)))

async function list(db: Kysely<DB>): Promise<void> {
  const rows = await listRoles(db, username)
  for (const row of rows) console.log(`${row.username}: ${row.roles.join(', ')}`)
  if (rows.length === 0) console.log(username ? `${username} has no role.` : 'No member has a role.')
}

async function change(db: Kysely<DB>): Promise<void> {
  if (!username || !role || (act !== 'grant' && act !== 'revoke')) throw new StartError(USAGE)
  const changed = await (act === 'grant' ? grantRole : revokeRole)(db, username, role).catch(explained)
  if (changed === undefined) throw new StartError(`No member is called ${username}.`)
  if (act === 'grant') {
    const given = impliedRoles(role).join(' and ')
    return console.log(`${username} is ${given} ${changed ? 'now' : 'already'}.`)
  }
  const [member] = await listRoles(db, username)
  const rest = member ? ` Remaining roles: ${member.roles.join(', ')}.` : ''
  console.log(changed ? `${username} is no longer ${role}.${rest}` : `${username} is not ${role}.`)
}

function explained(error: unknown): never {
  if (error instanceof RequiredRoleError)
    throw new StartError(`The role ${error.by} includes ${role}. Revoke ${error.by} first.`)
  const { constraint } = error as { constraint?: string }
  if (constraint === 'user_roles_moderator_verified')
    throw new StartError(`${username} has not verified their address yet, and cannot be a moderator.`)
  if (constraint === 'user_roles_last_admin')
    throw new StartError(`${username} is the only admin. Make someone else an admin first.`)
  throw error
}
