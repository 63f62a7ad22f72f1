import { INVALID_USERNAME } from '../../accounts/policy.ts'
import { SESSIONS_CHANNEL } from '../../accounts/session/session-cache.server.ts'
import { type Context, invalidate } from '../../core/context.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { INVALID_URL } from '../../platform/website.ts'
import { NAMES_TAG, nameTag } from '../../shared/authors/tags.server.ts'
import { parseHost } from '../../shared/blocked-domains/hosts.server.ts'
import { findBlockedDomain } from '../../shared/blocked-domains/sql.server.ts'
import { renderMarkup } from '../../shared/markup/markup.server.ts'
import { screenFields } from '../../shared/watched-words/screen.server.ts'
import { removePicture, setPicture } from './avatar.server.ts'
import { profilesContract } from './contract.ts'
import { myProfileContract, type OwnProfile } from './my-profile-contract.ts'
import {
  AVATAR_LIMIT,
  AVATAR_NO_IMAGE,
  AVATAR_UNREADABLE,
  BIO_MAX,
  FULL_NAME_MAX,
  INVISIBLE,
  LOCATION_MAX,
} from './my-profile-policy.ts'
import { PictureRejectedError } from './picture.server.ts'
import {
  findProfile,
  readOwnProfile,
  searchMembers,
  UsernameRejectedError,
  updateProfile,
} from './sql.server.ts'

const { visitor: anyone } = guards(profilesContract)

export const profilesProcedures = {
  search: anyone.search.handler(async ({ context: { db }, input }) => {
    const { search, match, exclude } = input
    const items = await searchMembers(db, search.replace(/^@/, ''), { exclude, match })
    tag(NAMES_TAG)
    return { items, next: null }
  }),

  read: anyone.read.handler(async ({ context, input, errors }) => {
    tag(nameTag(input.username))
    const profile = await findProfile(context.db, input.username)
    if (!profile) throw errors.NOT_FOUND()
    tag(`profile:${profile.id}`, `follows:${profile.id}`)
    const { bio } = profile
    const [bio_html = null] = await renderMarkup(context, bio ? [{ content: bio }] : [])
    return { ...profile, bio_html }
  }),
}

const { member, visitor } = guards(myProfileContract)

export const myProfileProcedures = {
  read: visitor.read.handler(async ({ context: { db, viewer, session, accessToken } }) => ({
    user: viewer,
    profile: viewer ? await readOwnProfile(db, viewer.id) : null,
    expires_at: (session ?? accessToken)?.expires_at ?? null,
    ...(accessToken && { access_token: { id: accessToken.id, scope: accessToken.scope } }),
  })),

  update: member.update.handler(async ({ context, input, errors }) => {
    const host = input.website_url && parseHost(input.website_url)
    if (host && (await findBlockedDomain(context.db, [host])))
      throw errors.BAD_REQUEST({ data: { field: 'website_url' } })
    const { full_name, bio, location } = input
    const readFormer = async () => {
      const former = await readOwnProfile(context.db, context.viewer.id)
      return [former?.full_name, former?.bio, former?.location].join('\n')
    }
    const screened = await screenFields(context, { full_name, bio, location }, { readFormer })
    const typed = { ...input, ...screened }
    const updated = await updateProfile(context.db, context.viewer.id, typed).catch((error: Error) => {
      if (!(error instanceof UsernameRejectedError)) throw error
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
      if (!(error instanceof PictureRejectedError)) throw error
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

type Change = Record<'before' | 'after', OwnProfile>

/** Invalidates cached responses that show the profile or were found by its name. */
export function invalidateProfile(context: Context, id: string, { before, after }: Change) {
  const isRenamed = before.username !== after.username
  const names = isRenamed ? ['posts', nameTag(before.username), nameTag(after.username)] : []
  invalidate(context, `profile:${id}`, NAMES_TAG, ...names)
  context.bus.publish(SESSIONS_CHANNEL, [id])
}

export const profileConstraints: ConstraintErrors = {
  // The input is checked before watched words are replaced, which can make it longer.
  profiles_bio_check: ['BAD_REQUEST', `A bio can have at most ${BIO_MAX} characters.`, 'bio'],
  profiles_full_name_check: [
    'BAD_REQUEST',
    `A name can have at most ${FULL_NAME_MAX} characters.`,
    'full_name',
  ],
  profiles_location_check: [
    'BAD_REQUEST',
    `A location can have at most ${LOCATION_MAX} characters.`,
    'location',
  ],
  profiles_full_name_visible: ['BAD_REQUEST', INVISIBLE, 'full_name'],
  profiles_username_check: ['BAD_REQUEST', INVALID_USERNAME, 'username'],
  profiles_username_former: ['CONFLICT', 'This username is taken.', 'username'],
  profiles_username_key: ['CONFLICT', 'This username is taken.', 'username'],
  profiles_username_reserved: ['CONFLICT', 'This username is reserved.', 'username'],
  profiles_website_url_check: ['BAD_REQUEST', INVALID_URL, 'website_url'],
}
