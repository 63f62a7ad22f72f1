import { type Context, invalidate } from '../../core/context.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { SESSIONS_CHANNEL } from '../session/session-cache.server.ts'
import { usersContract as contract, firstAdminContract } from './contract.ts'
import { claimForum } from './first-admin.server.ts'
import { canChangeModerator, ONLY_ADMIN } from './policy.ts'
import { findUser, giveRole, listUsers, takeRole } from './sql.server.ts'

const { editor } = guards(contract)

export const firstAdminProcedures = {
  claimForum: guards(firstAdminContract).member.claimForum.handler(async ({ context, input, errors }) => {
    if (!(await claimForum(context, input.token, context.viewer.id))) throw errors.GONE()
    // Reloads the registration setting, which takes effect only now that the forum has an admin.
    await context.siteSettings.changed(context.db)
    return { roles: ['admin', 'editor'] }
  }),
}

export const usersProcedures = {
  list: editor.list.handler(async ({ context: { db, viewer }, input }) => {
    const { items, next } = await listUsers(db, input)
    return {
      items: items.map((user) => ({ ...user, can: { change_moderator: canChangeModerator(viewer, user) } })),
      next,
    }
  }),

  assignModerator: editor.assignModerator.handler(async ({ context, input: { id }, errors }) => {
    const user = await findUser(context.db, id)
    if (!user) throw errors.NOT_FOUND()
    if (!user.is_verified) throw errors.CONFLICT({ message: NOT_VERIFIED })
    if (!canChangeModerator(context.viewer, user)) throw errors.CONFLICT()
    await giveRole(context.db, { user_id: id, role: 'moderator', by: context.viewer.id })
    showRoles(context, id)
    return { id, roles: ['moderator' as const] }
  }),

  removeModerator: editor.removeModerator.handler(async ({ context, input: { id }, errors }) => {
    const user = await findUser(context.db, id)
    if (!user) throw errors.NOT_FOUND()
    if (!user.is_verified) throw errors.CONFLICT({ message: NOT_VERIFIED })
    if (!canChangeModerator(context.viewer, user)) throw errors.CONFLICT()
    await takeRole(context.db, { user_id: id, role: 'moderator', by: context.viewer.id })
    showRoles(context, id)
    return { id, roles: [] }
  }),
}

const NOT_VERIFIED = 'This user must verify their email address before they can become a moderator.'

export function showRoles(context: Context, userId: string): void {
  context.bus.publish(SESSIONS_CHANNEL, [userId])
  invalidate(context, `profile:${userId}`)
}

export const roleConstraints: ConstraintErrors = {
  user_roles_moderator_verified: ['CONFLICT', NOT_VERIFIED],
  user_roles_last_admin: ['CONFLICT', ONLY_ADMIN],
}
