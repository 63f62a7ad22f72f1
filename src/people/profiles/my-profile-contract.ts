import { oc } from '@orpc/contract'
import * as z from 'zod'
import { sanctionSchema } from '../../accounts/sanction-schema.ts'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { byToken, TOKEN_SCOPES } from '../../core/token-scope.ts'
import { ROLES } from '../../core/viewer.ts'
import { BLOCKED_WEBSITE } from '../../shared/blocked-domains/policy.ts'
import { profileInput } from './inputs.ts'
import { AVATAR_NO_IMAGE, AVATAR_TOO_LARGE, AVATAR_UNREADABLE, MESSAGES_FROM } from './my-profile-policy.ts'

const viewerSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  full_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  roles: z.array(z.enum(ROLES)),
  resting_roles: z.array(z.enum(ROLES)).optional().meta({
    description: 'Roles that are paused until I turn on a second factor; omitted if none',
  }),
  sanctions: z
    .array(sanctionSchema)
    .optional()
    .meta({ description: 'A suspension and unacknowledged warnings; omitted if none' }),
  leaving_at: z.iso
    .datetime()
    .optional()
    .meta({ description: 'When my account will be deleted; omitted if no deletion is scheduled' }),
  mail_stopped: z.literal(true).optional().meta({
    description:
      'My address refused three emails in a row, so automatic emails are stopped; otherwise omitted',
  }),
})

/** Allows trying several wordings, but not endless saves: each re-renders all pages that show the profile. */
const PROFILE_RATE_LIMIT: RateLimit = {
  name: 'profile',
  account: { times: 60, seconds: 600 },
  address: { times: 300, seconds: 600 },
}
/** A low limit, because each upload means megabytes to read and decode. */
export const AVATAR_RATE_LIMIT: RateLimit = {
  name: 'pictures',
  account: { times: 20, seconds: 600 },
  address: { times: 100, seconds: 600 },
}

const messagesFrom = z
  .enum(MESSAGES_FROM)
  .meta({ description: 'Who can message me: everyone, people I follow, or no one. Not visible to others.' })

/** The viewer's own profile, as needed to edit it. */
const ownProfileSchema = z.object({
  username: z.string(),
  full_name: z.string().nullable(),
  bio: z.string().nullable(),
  location: z.string().nullable(),
  website_url: z.string().nullable(),
  avatar_url: z.string().nullable(),
  messages_from: messagesFrom,
  updated_at: z.iso.datetime(),
})

export const myProfileContract = oc.tag('Me').router({
  read: oc
    .meta(byToken.read)
    .route({ method: 'GET', path: '/me', summary: 'Get my account' })
    .output(
      z.object({
        user: viewerSchema.nullable(),
        profile: ownProfileSchema.nullable(),
        expires_at: z.iso
          .datetime()
          .nullable()
          .meta({ description: 'When the session or access token ends' }),
        access_token: z
          .object({ id: z.uuid(), scope: z.enum(TOKEN_SCOPES) })
          .optional()
          .meta({ description: 'The access token of this request; omitted for sessions' }),
      }),
    ),

  update: rateLimited(PROFILE_RATE_LIMIT)
    .route({ method: 'PATCH', path: '/me', summary: 'Update my profile' })
    .input(
      profileInput.partial().extend({
        messages_from: messagesFrom.optional(),
        updated_at: z.iso.datetime().optional().meta({
          description: 'The value you read. Returns CONFLICT if the profile was saved since.',
        }),
      }),
    )
    .errors({
      BAD_REQUEST: { message: BLOCKED_WEBSITE, data: z.object({ field: z.string() }).optional() },
      CONFLICT: {
        message: 'Your profile was changed elsewhere. Reload it to see both versions.',
        data: z
          .object({ field: z.string() })
          .optional()
          .meta({ description: 'username: taken or reserved. Both: looks like a staff name.' }),
      },
    })
    .output(ownProfileSchema),

  setAvatar: rateLimited(AVATAR_RATE_LIMIT)
    .route({
      method: 'PUT',
      path: '/me/avatar',
      summary: 'Upload my profile picture',
      description:
        'The body is the file with its content type (such as image/png): JPEG, PNG, WebP, GIF or AVIF, detected from its bytes, ' +
        'under 5 MB. It is stored as squares of 24, 36, 48, 72, 96 and 192 pixels. The returned URL is for 96; the others follow the same pattern. One upload at a time (429), within 30 seconds (408).',
    })
    .input(z.file(AVATAR_NO_IMAGE))
    .errors({
      PAYLOAD_TOO_LARGE: { message: AVATAR_TOO_LARGE },
      UNSUPPORTED_MEDIA_TYPE: { message: AVATAR_UNREADABLE },
      UNPROCESSABLE_CONTENT: {
        message: 'This image is damaged or too large to open. Please try another image.',
      },
    })
    .output(z.object({ avatar_url: z.string() })),

  removeAvatar: rateLimited(AVATAR_RATE_LIMIT)
    .route({ method: 'DELETE', path: '/me/avatar', summary: 'Remove my profile picture' })
    .output(z.object({ avatar_url: z.null() })),
})

export type OwnProfile = z.infer<typeof ownProfileSchema>
