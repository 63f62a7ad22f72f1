import { enqueueQuietly, sendAccountChanged, sendPasswordReset } from '../../accounts/mail/jobs.server.ts'
import {
  grantWithImplied,
  RequiredRoleError,
  revokeUnlessImplied,
} from '../../accounts/roles/change-role.server.ts'
import { ONLY_ADMIN } from '../../accounts/roles/policy.ts'
import { showRoles } from '../../accounts/roles/procedures.server.ts'
import { assignEmail } from '../../accounts/security/email-sql.server.ts'
import { sendEmailChangeNotice } from '../../accounts/security/jobs.server.ts'
import { SESSIONS_CHANNEL } from '../../accounts/session/session-cache.server.ts'
import { insertResetToken, markVerified } from '../../accounts/sql.server.ts'
import { authSecret, seal } from '../../accounts/verification/secrets.server.ts'
import type { Context } from '../../core/context.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { invalidateProfile } from '../../people/profiles/procedures.server.ts'
import { UsernameRejectedError, updateProfile } from '../../people/profiles/sql.server.ts'
import { sendDeletionNotice } from '../../settings/account-deletion/jobs.server.ts'
import { scheduleDeletion } from '../../settings/account-deletion/sql.server.ts'
import { managedAccountsContract as contract } from './contract.ts'
import {
  type AccountAction,
  accountRefusal,
  EMAIL_TAKEN,
  grantableRoles,
  revocableRoles,
  SAME_EMAIL,
} from './policy.ts'
import { type FoundAccount, findAccount, listAccounts, logAccountChange } from './sql.server.ts'

const { admin } = guards(contract)

export const managedAccountsProcedures = {
  list: admin.list.handler(({ context: { db }, input }) => listAccounts(db, input)),

  read: admin.read.handler(async ({ context: { db, viewer }, input: { id }, errors }) => {
    const account = await findAccount(db, id)
    if (!account) throw errors.NOT_FOUND()
    return { ...account, can: permissionsOf(viewer, account) }
  }),

  grantRole: admin.grantRole.handler(async ({ context, input: { id, role }, errors }) => {
    const account = await findAccount(context.db, id)
    if (!account) throw errors.NOT_FOUND()
    if (!account.is_verified) throw errors.CONFLICT()
    const by = context.viewer.id
    const granted = await context.db.transaction().execute(async (trx) => {
      const roles = await grantWithImplied(trx, { user_id: id, role, by })
      const fields = roles.map((each) => `${each}_role_granted`)
      if (roles.length > 0) await logAccountChange(trx, { ...account, fields, by })
      return roles
    })
    showRoles(context, id)
    if (granted.includes(role))
      await enqueueQuietly(context, sendAccountChanged, { user_id: id, change: { kind: 'granted', role } })
    return { id }
  }),

  revokeRole: admin.revokeRole.handler(async ({ context, input: { id, role }, errors }) => {
    const account = await findAccount(context.db, id)
    if (!account) throw errors.NOT_FOUND()
    const by = context.viewer.id
    const revoking = context.db.transaction().execute(async (trx) => {
      const isRevoked = await revokeUnlessImplied(trx, { user_id: id, role, by })
      if (isRevoked) await logAccountChange(trx, { ...account, fields: [`${role}_role_revoked`], by })
      return isRevoked
    })
    const isRevoked = await revoking.catch((error: Error) => {
      if (!(error instanceof RequiredRoleError)) throw error
      throw errors.CONFLICT({ message: `The role ${error.by} includes ${role}. Remove ${error.by} first.` })
    })
    showRoles(context, id)
    if (isRevoked)
      await enqueueQuietly(context, sendAccountChanged, { user_id: id, change: { kind: 'revoked', role } })
    return { id }
  }),

  rename: admin.rename.handler(async ({ context, input: { id, username }, errors }) => {
    await requireAllowed(context, 'rename', id, errors)
    const by = context.viewer.id
    const renaming = context.db.transaction().execute(async (trx) => {
      const change = await updateProfile(trx, id, { username })
      if (!change || change.before.username === change.after.username) return undefined
      await logAccountChange(trx, { id, username: change.after.username, fields: ['username'], by })
      return change
    })
    const change = await renaming.catch((error: Error) => {
      if (!(error instanceof UsernameRejectedError)) throw error
      throw errors.CONFLICT({ message: error.message, data: { field: error.field } })
    })
    if (!change) return { id }
    invalidateProfile(context, id, change)
    await enqueueQuietly(context, sendAccountChanged, {
      user_id: id,
      change: { kind: 'renamed', former: change.before.username },
    })
    return { id }
  }),

  verify: admin.verify.handler(async ({ context, input: { id }, errors }) => {
    const { username } = await requireAllowed(context, 'verify', id, errors)
    await context.db.transaction().execute(async (trx) => {
      await markVerified(trx, id)
      await logAccountChange(trx, { id, username, fields: ['email_verified'], by: context.viewer.id })
    })
    return { id }
  }),

  changeEmail: admin.changeEmail.handler(async ({ context, input: { id, email }, errors }) => {
    const { username } = await requireAllowed(context, 'change_email', id, errors)
    const assigned = await context.db.transaction().execute(async (trx) => {
      const done = await assignEmail(trx, id, email)
      if (done) await logAccountChange(trx, { id, username, fields: ['email'], by: context.viewer.id })
      return done
    })
    if (!assigned) throw errors.CONFLICT({ message: SAME_EMAIL, data: { field: 'email' } })
    const { change_id } = assigned
    if (change_id) await enqueueQuietly(context, sendEmailChangeNotice, { change_id, by_staff: true })
    await enqueueQuietly(context, sendAccountChanged, { user_id: id, change: { kind: 'email' } })
    return { id }
  }),

  resetPassword: admin.resetPassword.handler(async ({ context, input: { id }, errors }) => {
    const { username } = await requireAllowed(context, 'reset_password', id, errors)
    const token = await context.db.transaction().execute(async (trx) => {
      await logAccountChange(trx, { id, username, fields: ['password_reset_sent'], by: context.viewer.id })
      return insertResetToken(trx, id)
    })
    const sealed_token = seal(authSecret(context.config), token)
    await enqueueQuietly(context, sendPasswordReset, { user_id: id, sealed_token, by_staff: true })
    return { id }
  }),

  requestDeletion: admin.requestDeletion.handler(async ({ context, input: { id, keep_content }, errors }) => {
    const { username } = await requireAllowed(context, 'delete', id, errors)
    const scheduling = context.db.transaction().execute(async (trx) => {
      const scheduled = await scheduleDeletion(trx, id, keep_content)
      if (scheduled) await logAccountChange(trx, { id, username, fields: [], by: context.viewer.id })
      return scheduled
    })
    const deletion = await scheduling.catch((error: Error) => {
      // Two admins may delete each other's accounts at once. The constraint's own message is for the member.
      if (!('constraint' in error) || error.constraint !== 'account_deletions_last_admin') throw error
      throw errors.CONFLICT({ message: ONLY_ADMIN })
    })
    if (!deletion) throw errors.CONFLICT({ message: 'This account is already being deleted.' })
    context.bus.publish(SESSIONS_CHANNEL, [id])
    await enqueueQuietly(context, sendDeletionNotice, { user_id: id, by_staff: true })
    return { id, delete_at: deletion.delete_at }
  }),
}

export const managedAccountsConstraints: ConstraintErrors = {
  users_email_key: ['CONFLICT', EMAIL_TAKEN, 'email'],
}

function permissionsOf(viewer: Viewer, account: FoundAccount) {
  const may = (action: AccountAction) => !accountRefusal(action, viewer.id, account)
  return {
    grant: grantableRoles(account),
    revoke: revocableRoles(account),
    rename: may('rename'),
    change_email: may('change_email'),
    verify: may('verify'),
    reset_password: may('reset_password'),
    delete: may('delete'),
  }
}

interface Refusals {
  NOT_FOUND: () => Error
  CONFLICT: (options: { message: string }) => Error
}

async function requireAllowed(
  { db, viewer }: Context & { viewer: Viewer },
  action: AccountAction,
  id: string,
  errors: Refusals,
): Promise<FoundAccount> {
  const account = await findAccount(db, id)
  if (!account) throw errors.NOT_FOUND()
  const message = accountRefusal(action, viewer.id, account)
  if (message) throw errors.CONFLICT({ message })
  return account
}
