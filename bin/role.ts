// `npm run role -- grant|revoke <username> <role>`, `npm run role -- list [username]`. Works while the forum runs:
// the database tells it (0023_roles_and_community.sql).
import { createDatabase } from '../src/db/database.server.ts'
import { ROLES, type Role } from '../src/features/accounts/policy.ts'
import { grantRole, listRoles, revokeRole } from '../src/features/roles/by-username.server.ts'
import { StartError } from './failure.ts'
import { withForum } from './forum.ts'

const USAGE = `Usage:
  npm run role -- grant <username> ${ROLES.join('|')}
  npm run role -- revoke <username> ${ROLES.join('|')}
  npm run role -- list [username]`

const [act = '', username, role] = process.argv.slice(2)

withForum(async ({ DATABASE_URL }) => {
  const db = createDatabase(DATABASE_URL, { max: 1 })
  try {
    if (act === 'list') await list()
    else await change(db)
  } finally {
    await db.destroy()
  }

  async function list() {
    const rows = await listRoles(db, username)
    for (const row of rows) console.log(`${row.username}: ${row.roles.join(', ')}`)
    if (rows.length === 0) console.log(username ? `${username} has no role.` : 'Nobody has a role.')
  }
})

async function change(db: ReturnType<typeof createDatabase>): Promise<void> {
  if (!username || !isRole(role) || (act !== 'grant' && act !== 'revoke')) throw new StartError(USAGE)
  const changed = await (act === 'grant' ? grantRole : revokeRole)(db, username, role)
  if (changed === undefined) throw new StartError(`There is no member called ${username}.`)
  if (act === 'grant')
    console.log(changed ? `${username} is ${role} now.` : `${username} is ${role} already.`)
  else console.log(changed ? `${username} is not ${role} any more.` : `${username} is not ${role}.`)
}

function isRole(text: string | undefined): text is Role {
  return ROLES.some((one) => one === text)
}
