import { publishToMember } from '../../accounts/live/publish.server.ts'
import { type Context, invalidate } from '../../core/context.server.ts'
import { guards } from '../../core/procedure.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import type { Cursor } from '../../platform/keyset.ts'
import { nameTag } from '../../shared/authors/tags.server.ts'
import { findMember } from '../profiles/sql.server.ts'
import { followsContract as contract } from './contract.ts'
import { canFollow, type FollowsSide } from './policy.ts'
import {
  addConceptFollow,
  listFollows,
  removeConceptFollow,
  setFollow,
  setPostFollow,
  setPostMute,
} from './sql.server.ts'
import * as subjectContract from './subject-contract.ts'

const { member, visitor } = guards(contract)

export const followsProcedures = {
  add: member.add.handler(({ context, input, errors }) => set(context, input.username, true, errors)),
  remove: member.remove.handler(({ context, input, errors }) => set(context, input.username, false, errors)),

  followers: visitor.followers.handler(({ context, input, errors }) =>
    peopleOf(context, input, 'followers', errors),
  ),
  following: visitor.following.handler(({ context, input, errors }) =>
    peopleOf(context, input, 'following', errors),
  ),
}

type Refusal = () => Error

async function set(
  context: Context & { viewer: Viewer },
  username: string,
  following: boolean,
  errors: { NOT_FOUND: Refusal; FORBIDDEN: Refusal },
) {
  const { db, viewer } = context
  const member = await findMember(db, username)
  if (!member) throw errors.NOT_FOUND()
  if (!canFollow(viewer, member)) throw errors.FORBIDDEN()
  const followed = await setFollow(db, viewer.id, member.id, following)
  if (followed.has_changed) invalidate(context, `follows:${viewer.id}`, `follows:${member.id}`, 'activity')
  if (followed.notified_user_id) publishToMember(context, followed.notified_user_id, { type: 'notification' })
  return { following, followers_count: followed.followers_count }
}

async function peopleOf(
  { db }: Context,
  { username, cursor }: { username: string; cursor?: Cursor | undefined },
  side: FollowsSide,
  errors: { NOT_FOUND: Refusal },
) {
  tag(nameTag(username))
  const listed = await listFollows(db, username, side, cursor)
  if (!listed) throw errors.NOT_FOUND()
  const { member_id, items, next } = listed
  tag(`follows:${member_id}`)
  for (const { profile } of items) tag(`profile:${profile.id}`)
  return { items, next }
}

const { member: subjectMember } = guards(subjectContract)

/** Follows of posts are private, so these procedures invalidate no public pages. */
export const postFollowsProcedures = {
  add: subjectMember.postFollowsContract.add.handler(async ({ context: { db, viewer }, input, errors }) => {
    const { is_found } = await setPostFollow(db, viewer.id, input.id, true)
    if (!is_found) throw errors.NOT_FOUND()
    return { following: true }
  }),

  remove: subjectMember.postFollowsContract.remove.handler(async ({ context, input, errors }) => {
    const { is_found, has_less } = await setPostFollow(context.db, context.viewer.id, input.id, false)
    if (!is_found) throw errors.NOT_FOUND()
    if (has_less) publishToMember(context, context.viewer.id, { type: 'notification' })
    return { following: false }
  }),
}

export const postMutesProcedures = {
  add: subjectMember.postMutesContract.add.handler(({ context, input, errors }) =>
    setMute(context, input.id, true, errors),
  ),
  remove: subjectMember.postMutesContract.remove.handler(({ context, input, errors }) =>
    setMute(context, input.id, false, errors),
  ),
}

async function setMute(
  context: Context & { viewer: Viewer },
  postId: string,
  muted: boolean,
  errors: { NOT_FOUND: Refusal },
) {
  const { is_found, has_changed } = await setPostMute(context.db, context.viewer.id, postId, muted)
  if (!is_found) throw errors.NOT_FOUND()
  if (has_changed) publishToMember(context, context.viewer.id, { type: 'notification' })
  return { muted }
}

export const conceptFollowsProcedures = {
  add: subjectMember.conceptFollowsContract.add.handler(
    async ({ context: { db, viewer }, input, errors }) => {
      if (!(await addConceptFollow(db, viewer.id, input.id))) throw errors.NOT_FOUND()
      return { following: true }
    },
  ),

  remove: subjectMember.conceptFollowsContract.remove.handler(
    async ({ context: { db, viewer }, input, errors }) => {
      if (!(await removeConceptFollow(db, viewer.id, input.id))) throw errors.NOT_FOUND()
      return { following: false }
    },
  ),
}
