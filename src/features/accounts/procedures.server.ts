import { guards } from '../../api/core/procedure.server.ts'
import { readOwnProfile } from '../profiles/own-sql.server.ts'
import { me as contract } from './contract.ts'
import { claimForum } from './first-admin.server.ts'

const { member, visitor } = guards(contract)

export const me = {
  read: visitor.read.handler(async ({ context: { db, viewer, session } }) => ({
    user: viewer,
    profile: viewer ? await readOwnProfile(db, viewer.id) : null,
    expires_at: session?.expires_at ?? null,
  })),

  claimForum: member.claimForum.handler(async ({ context, input, errors }) => {
    if (!(await claimForum(context, input.token, context.viewer.id))) throw errors.GONE()
    return { roles: ['admin', 'editor'] }
  }),
}
