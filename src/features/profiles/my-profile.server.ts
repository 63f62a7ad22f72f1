import { type Context, invalidate } from '../../api/core/context.server.ts'
import { guards } from '../../api/core/procedure.server.ts'
import { SESSIONS_CHANNEL } from '../accounts/session/session-cache.server.ts'
import { NAMES, nameTag } from '../authors/tags.server.ts'
import { hostOf } from '../blocked-domains/hosts.server.ts'
import { findBlocked } from '../blocked-domains/sql.server.ts'
import { removePicture, setPicture } from './avatar.server.ts'
import { myProfile as contract, type OwnProfile } from './my-profile-contract.ts'
import { AVATAR_LIMIT, AVATAR_NO_IMAGE, AVATAR_UNREADABLE } from './my-profile-policy.ts'
import { readOwnProfile, UsernameRejected, updateProfile } from './my-profile-sql.server.ts'
import { PictureRejected } from './picture.server.ts'

const { member, visitor } = guards(contract)

/** What members do with their own profile. */
export const myProfile = {
  read: visitor.read.handler(async ({ context: { db, viewer, session, accessToken } }) => ({
    user: viewer,
    profile: viewer ? await readOwnProfile(db, viewer.id) : null,
    expires_at: (session ?? accessToken)?.expires_at ?? null,
    ...(accessToken && { access_token: { id: accessToken.id, scope: accessToken.scope } }),
  })),

  update: member.update.handler(async ({ context, input, errors }) => {
    const host = input.website_url && hostOf(input.website_url)
    if (host && (await findBlocked(context.db, [host])))
      throw errors.BAD_REQUEST({ data: { field: 'website_url' } })
    const updated = await updateProfile(context.db, context.viewer.id, input).catch((error: Error) => {
      if (!(error instanceof UsernameRejected)) throw error
      throw errors.CONFLICT({ message: error.message, data: { field: error.field } })
    })
    if (!updated) throw errors.CONFLICT()
    invalidateProfile(context, context.viewer.id, updated)
    return updated.after
  }),

  setAvatar: member.setAvatar.handler(async ({ context, input, errors }) => {
    if (input.size >= AVATAR_LIMIT) throw errors.PAYLOAD_TOO_LARGE()
    const bytes = new Uint8Array(await input.arrayBuffer())
    const avatar_url = await setPicture(context, context.viewer.id, bytes).catch((error: Error) => {
      if (!(error instanceof PictureRejected)) throw error
      if (error.reason === 'damaged') throw errors.UNPROCESSABLE_CONTENT()
      const message = input.type.startsWith('image/') ? AVATAR_UNREADABLE : AVATAR_NO_IMAGE
      throw errors.UNSUPPORTED_MEDIA_TYPE({ message })
    })
    return { avatar_url }
  }),

  removeAvatar: member.removeAvatar.handler(async ({ context }) => {
    await removePicture(context, context.viewer.id)
    return { avatar_url: null }
  }),
}

/** Whatever shows the name, found it by one of its names, or knows who this member is. */
function invalidateProfile(
  context: Context,
  id: string,
  { before, after }: Record<'before' | 'after', OwnProfile>,
) {
  const isRenamed = before.username !== after.username
  const names = isRenamed ? ['posts', nameTag(before.username), nameTag(after.username)] : []
  invalidate(context, `profile:${id}`, NAMES, ...names)
  // Before the next request of this node, which may come before the database's word of it.
  context.bus.publish(SESSIONS_CHANNEL, [id])
}
