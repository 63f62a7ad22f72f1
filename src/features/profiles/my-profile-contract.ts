import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { byToken, TOKEN_SCOPES } from '../../api/core/token-scope.ts'
import { ROLES } from '../../api/core/viewer.ts'
import { sanctionSchema } from '../accounts/sanction-schema.ts'
import { BLOCKED_WEBSITE } from '../blocked-domains/policy.ts'
import { profileInput } from './inputs.ts'
import { AVATAR_NO_IMAGE, AVATAR_TOO_LARGE, AVATAR_UNREADABLE, MESSAGES_FROM } from './my-profile-policy.ts'

const viewerSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  full_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  roles: z.array(z.enum(ROLES)),
  resting_roles: z.array(z.enum(ROLES)).optional().meta({
    description: 'Roles that act again once I have a second factor; left out where there are none',
  }),
  sanctions: z
    .array(sanctionSchema)
    .optional()
    .meta({ description: 'A suspension, and warnings to acknowledge; left out where there are none' }),
  leaving_at: z.iso
    .datetime()
    .optional()
    .meta({ description: 'When my account is deleted; left out where it stays' }),
  mail_stopped: z.literal(true).optional().meta({
    description:
      'My address refused three mails in a row, so none is sent there unasked; left out where that is not so',
  }),
})

/** Whoever tries what reads best saves often; every save makes what is shown of them anew. */
const PROFILE_RATE_LIMIT: RateLimit = {
  name: 'profile',
  account: { times: 60, seconds: 600 },
  address: { times: 300, seconds: 600 },
}
/** Megabytes to read and unpack each time. */
export const AVATAR_RATE_LIMIT: RateLimit = {
  name: 'pictures',
  account: { times: 20, seconds: 600 },
  address: { times: 100, seconds: 600 },
}

const messagesFrom = z
  .enum(MESSAGES_FROM)
  .meta({ description: 'Who may write to me: everyone, whom I follow, nobody. Nobody else is told.' })

/** What I say of myself, to be changed. */
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

export const myProfile = oc.tag('Me').router({
  read: oc
    .meta(byToken.read)
    .route({ method: 'GET', path: '/me', summary: 'Who I am' })
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
          .meta({ description: 'That asks; left out where none does' }),
      }),
    ),

  update: rateLimited(PROFILE_RATE_LIMIT)
    .route({ method: 'PATCH', path: '/me', summary: 'Change my profile' })
    .input(
      profileInput.partial().extend({
        messages_from: messagesFrom.optional(),
        updated_at: z.iso.datetime().optional().meta({
          description: 'As it was read: CONFLICT instead of overwriting what was saved since.',
        }),
      }),
    )
    .errors({
      BAD_REQUEST: { message: BLOCKED_WEBSITE, data: z.object({ field: z.string() }).optional() },
      CONFLICT: {
        message: 'Your profile was changed elsewhere meanwhile. Load it again to see both.',
        data: z
          .object({ field: z.string() })
          .optional()
          .meta({ description: 'username: it is taken or reserved. Both: it looks like one of the staff.' }),
      },
    })
    .output(ownProfileSchema),

  setAvatar: rateLimited(AVATAR_RATE_LIMIT)
    .route({
      method: 'PUT',
      path: '/me/avatar',
      summary: 'Replace my picture',
      description:
        'The body is the file itself, under its type (as image/png): JPEG, PNG, WebP, GIF or AVIF, told by its bytes, ' +
        'under 5 MB. It is kept as squares of 24, 36, 48, 72, 96 and 192 pixels; the address answered is that of 96, the others are named alike. One at a time (429), and within 30 seconds (408).',
    })
    .input(z.file(AVATAR_NO_IMAGE))
    .errors({
      PAYLOAD_TOO_LARGE: { message: AVATAR_TOO_LARGE },
      UNSUPPORTED_MEDIA_TYPE: { message: AVATAR_UNREADABLE },
      UNPROCESSABLE_CONTENT: {
        message: 'This image is damaged or too large to open. Please try another one.',
      },
    })
    .output(z.object({ avatar_url: z.string() })),

  removeAvatar: rateLimited(AVATAR_RATE_LIMIT)
    .route({ method: 'DELETE', path: '/me/avatar', summary: 'Remove my picture' })
    .output(z.object({ avatar_url: z.null() })),
})

export type OwnProfile = z.infer<typeof ownProfileSchema>
