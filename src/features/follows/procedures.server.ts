import { type Context, invalidate } from '../../api/context.server.ts'
import { member, visitor } from '../../api/procedure.server.ts'
import { tag } from '../../platform/pages.server.ts'
import type { Viewer } from '../accounts/policy.ts'
import { tell } from '../live/tell.server.ts'
import { readCursor } from '../posts/cursor.ts'
import { canFollow, type Side } from './policy.ts'
import { findMember, listFollows, setFollow } from './sql.server.ts'

export const follows = {
  add: member.follows.add.handler(async ({ context, input, errors }) => {
    const followed = await findMember(context.db, input.username)
    if (!followed) throw errors.NOT_FOUND()
    if (!canFollow(context.viewer, followed)) throw errors.FORBIDDEN()
    return set(context, followed.id, true)
  }),

  remove: member.follows.remove.handler(async ({ context, input, errors }) => {
    const followed = await findMember(context.db, input.username)
    if (!followed) throw errors.NOT_FOUND()
    if (!canFollow(context.viewer, followed)) throw errors.FORBIDDEN()
    return set(context, followed.id, false)
  }),

  followers: visitor.follows.followers.handler(async ({ context, input, errors }) => {
    const member = await findMember(context.db, input.username)
    if (!member) throw errors.NOT_FOUND()
    const page = await pageOf(context, member.id, 'followers', input.cursor)
    if (!page) throw errors.BAD_REQUEST()
    return page
  }),

  following: visitor.follows.following.handler(async ({ context, input, errors }) => {
    const member = await findMember(context.db, input.username)
    if (!member) throw errors.NOT_FOUND()
    const page = await pageOf(context, member.id, 'following', input.cursor)
    if (!page) throw errors.BAD_REQUEST()
    return page
  }),
}

async function set(context: Context & { viewer: Viewer }, followedId: string, following: boolean) {
  const { id } = context.viewer
  const { followers_count, has_changed, told } = await setFollow(context.db, id, followedId, following)
  if (has_changed) invalidate(context, `follows:${id}`, `follows:${followedId}`, 'activity')
  if (told) tell(context, told, { type: 'notification' })
  return { following, followers_count }
}

/** Nothing where the cursor is none of ours. */
async function pageOf({ db }: Context, memberId: string, side: Side, cursor: string | undefined) {
  const place = cursor === undefined ? undefined : readCursor(cursor, 'newest', false)
  if (cursor !== undefined && !place) return undefined
  const page = await listFollows(db, memberId, side, place)
  tag(
    `profile:${memberId}`,
    `follows:${memberId}`,
    ...page.items.map(({ profile }) => `profile:${profile.id}`),
  )
  return page
}
