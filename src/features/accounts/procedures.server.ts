import { member, visitor } from '../../api/procedure.server.ts'
import { readOwnProfile } from '../profiles/own-sql.server.ts'
import { claimForum } from './first-admin.server.ts'

export const me = {
  read: visitor.me.read.handler(async ({ context: { db, viewer, session } }) => ({
    user: viewer,
    profile: viewer ? await readOwnProfile(db, viewer.id) : null,
    expires_at: session?.expires_at ?? null,
  })),

  claimForum: member.me.claimForum.handler(async ({ context, input, errors }) => {
    if (!(await claimForum(context, input.token, context.viewer.id))) throw errors.GONE()
    return { roles: ['admin', 'editor'] }
  }),
}
