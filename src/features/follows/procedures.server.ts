import { type Context, invalidate } from '../../api/core/context.server.ts'
import { guards } from '../../api/core/procedure.server.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import type { Cursor } from '../../platform/keyset.ts'
import { tag } from '../../platform/tags.server.ts'
import { nameTag } from '../authors/tags.server.ts'
import { publishToMember } from '../live/publish.server.ts'
import { follows as contract } from './contract.ts'
import { canFollow, type Side } from './policy.ts'
import {
  addConceptFollow,
  findMember,
  listFollows,
  removeConceptFollow,
  setFollow,
  setPostFollow,
  setPostMute,
} from './sql.server.ts'
import * as subjectContract from './subject-contract.ts'

const { member, visitor } = guards(contract)

export const follows = {
  add: member.add.handler(async ({ context, input, errors }) => {
    const followed = await findMember(context.db, input.username)
    if (!followed) throw errors.NOT_FOUND()
    if (!canFollow(context.viewer, followed)) throw errors.FORBIDDEN()
    return set(context, followed.id, true)
  }),

  remove: member.remove.handler(async ({ context, input, errors }) => {
    const followed = await findMember(context.db, input.username)
    if (!followed) throw errors.NOT_FOUND()
    if (!canFollow(context.viewer, followed)) throw errors.FORBIDDEN()
    return set(context, followed.id, false)
  }),

  followers: visitor.followers.handler(async ({ context, input, errors }) => {
    const people = await peopleOf(context, input.username, 'followers', input.cursor)
    if (!people) throw errors.NOT_FOUND()
    return people
  }),

  following: visitor.following.handler(async ({ context, input, errors }) => {
    const people = await peopleOf(context, input.username, 'following', input.cursor)
    if (!people) throw errors.NOT_FOUND()
    return people
  }),
}

async function set(context: Context & { viewer: Viewer }, followedId: string, following: boolean) {
  const { id } = context.viewer
  const { followers_count, has_changed, notified_user_id } = await setFollow(
    context.db,
    id,
    followedId,
    following,
  )
  if (has_changed) invalidate(context, `follows:${id}`, `follows:${followedId}`, 'activity')
  if (notified_user_id) publishToMember(context, notified_user_id, { type: 'notification' })
  return { following, followers_count }
}

async function peopleOf({ db }: Context, username: string, side: Side, cursor: Cursor | undefined) {
  tag(nameTag(username))
  const listed = await listFollows(db, username, side, cursor)
  if (!listed) return undefined
  const { member_id, items, next } = listed
  tag(`follows:${member_id}`)
  for (const { profile } of items) tag(`profile:${profile.id}`)
  return { items, next }
}

const { member: subjectMember } = guards(subjectContract)

/** Private, so no public page depends on it. */
export const postFollows = {
  add: subjectMember.postFollows.add.handler(async ({ context: { db, viewer }, input, errors }) => {
    const { is_found } = await setPostFollow(db, viewer.id, input.id, true)
    if (!is_found) throw errors.NOT_FOUND()
    return { following: true }
  }),

  remove: subjectMember.postFollows.remove.handler(async ({ context, input, errors }) => {
    const { is_found, has_less } = await setPostFollow(context.db, context.viewer.id, input.id, false)
    if (!is_found) throw errors.NOT_FOUND()
    if (has_less) publishToMember(context, context.viewer.id, { type: 'notification' })
    return { following: false }
  }),
}

export const postMutes = {
  add: subjectMember.postMutes.add.handler(async ({ context, input, errors }) => {
    const { is_found, has_changed } = await setPostMute(context.db, context.viewer.id, input.id, true)
    if (!is_found) throw errors.NOT_FOUND()
    if (has_changed) publishToMember(context, context.viewer.id, { type: 'notification' })
    return { muted: true }
  }),

  remove: subjectMember.postMutes.remove.handler(async ({ context, input, errors }) => {
    const { is_found, has_changed } = await setPostMute(context.db, context.viewer.id, input.id, false)
    if (!is_found) throw errors.NOT_FOUND()
    // Former notifications are visible again.
    if (has_changed) publishToMember(context, context.viewer.id, { type: 'notification' })
    return { muted: false }
  }),
}

export const conceptFollows = {
  add: subjectMember.conceptFollows.add.handler(async ({ context: { db, viewer }, input, errors }) => {
    if (!(await addConceptFollow(db, viewer.id, input.id))) throw errors.NOT_FOUND()
    return { following: true }
  }),

  remove: subjectMember.conceptFollows.remove.handler(async ({ context: { db, viewer }, input, errors }) => {
    if (!(await removeConceptFollow(db, viewer.id, input.id))) throw errors.NOT_FOUND()
    return { following: false }
  }),
}
