import { oc } from '@orpc/contract'
import * as z from 'zod'

import { type Limit, limited } from '../../api/core/limited.ts'
import { ROLES } from '../../api/core/viewer.ts'
import { profileInput } from '../profiles/inputs.ts'
import { AVATAR_NO_IMAGE, AVATAR_TOO_LARGE } from '../profiles/own-policy.ts'
import { inputs } from './inputs.ts'

export const viewerSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  full_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  roles: z.array(z.enum(ROLES)),
})

/**
 * Who forgot a password tries a few; who guesses, thousands. An account can be tried more often from elsewhere, or
 * anybody could keep its owner out; from a device that the owner has signed in on, apart from all others, or whoever goes on
 * guessing from everywhere could. A school is one address.
 */
export const SIGNING_IN: Limit = {
  name: 'sign-in',
  pair: { times: 10, seconds: 600 },
  account: { times: 100, seconds: 3600 },
  address: { times: 60, seconds: 600 },
}
/**
 * A class may sign up in one lesson. Each time a mail goes to an address that somebody else may own: counted by mailbox,
 * and no single address takes all that SIGN_UP_MAILS leaves to everybody.
 */
export const SIGNING_UP: Limit = {
  name: 'sign-up',
  pair: { times: 5, seconds: 3600 },
  account: { times: 20, seconds: 3600 },
  address: { times: 60, seconds: 3600 },
}
/** Nobody shall fill a stranger's mailbox with links they did not ask for. */
export const MAILING_LINKS: Limit = {
  name: 'mailed links',
  pair: { times: 5, seconds: 3600 },
  account: { times: 20, seconds: 3600 },
  address: { times: 20, seconds: 600 },
}
/** A link is opened once or twice. Its token cannot be guessed; this saves us the trying. */
export const OPENING_LINKS: Limit = { name: 'opened links', address: { times: 60, seconds: 600 } }
export const SIGNING_OUT: Limit = { name: 'sign-out', address: { times: 60, seconds: 60 } }

/** Whoever tries what reads best saves often; every save makes what is shown of them anew. */
export const PROFILE_EDITING: Limit = {
  name: 'profile',
  account: { times: 60, seconds: 600 },
  address: { times: 300, seconds: 600 },
}
/** Megabytes to read and unpack each time. */
export const PICTURES: Limit = {
  name: 'pictures',
  account: { times: 20, seconds: 600 },
  address: { times: 100, seconds: 600 },
}

/** What I say of myself, to be changed. */
const ownProfileSchema = z.object({
  username: z.string(),
  full_name: z.string().nullable(),
  bio: z.string().nullable(),
  location: z.string().nullable(),
  website_url: z.string().nullable(),
  avatar_url: z.string().nullable(),
  updated_at: z.iso.datetime(),
})

export const me = {
  read: oc.route({ method: 'GET', path: '/me', summary: 'Who I am', tags: ['Me'] }).output(
    z.object({
      user: viewerSchema.nullable(),
      profile: ownProfileSchema.nullable(),
      expires_at: z.iso.datetime().nullable(),
    }),
  ),

  update: limited(PROFILE_EDITING)
    .route({ method: 'PATCH', path: '/me', summary: 'Change my profile', tags: ['Me'] })
    .input(
      profileInput.partial().extend({
        updated_at: z.iso.datetime().optional().meta({
          description: 'As it was read: CONFLICT instead of overwriting what was saved since.',
        }),
      }),
    )
    .errors({
      CONFLICT: {
        message: 'Your profile was changed elsewhere meanwhile. Load it again to see both.',
        data: z
          .object({ field: z.string() })
          .optional()
          .meta({ description: 'username: it is taken or reserved. Both: it looks like one of the staff.' }),
      },
    })
    .output(ownProfileSchema),

  setAvatar: limited(PICTURES)
    .route({
      method: 'PUT',
      path: '/me/avatar',
      summary: 'Replace my picture',
      description:
        'The body is the file itself, under its type (as image/png): JPEG, PNG, WebP, GIF or AVIF, told by its bytes, ' +
        'under 5 MB. It is kept as squares of 24, 36, 48, 72, 96 and 192 pixels; the address answered is that of 96, the others are named alike. One at a time (429), and within 30 seconds (408).',
      tags: ['Me'],
    })
    .input(z.file(AVATAR_NO_IMAGE))
    .errors({
      PAYLOAD_TOO_LARGE: { message: AVATAR_TOO_LARGE },
      UNSUPPORTED_MEDIA_TYPE: { message: AVATAR_NO_IMAGE },
      UNPROCESSABLE_CONTENT: {
        message: 'This image is damaged or too large to open. Please try another one.',
      },
    })
    .output(z.object({ avatar_url: z.string() })),

  removeAvatar: limited(PICTURES)
    .route({ method: 'DELETE', path: '/me/avatar', summary: 'Remove my picture', tags: ['Me'] })
    .output(z.object({ avatar_url: z.null() })),

  claimForum: limited(OPENING_LINKS)
    .route({
      method: 'PUT',
      path: '/me/first-admin',
      summary: 'Become the first admin and editor of a new forum, by the link its console printed',
      tags: ['Me'],
    })
    .input(z.object({ token: z.string().max(200) }))
    .errors({
      GONE: { status: 410, message: 'This link was used before, or the forum has an admin already.' },
    })
    .output(z.object({ roles: z.array(z.enum(ROLES)) })),
}

const done = z.object({ status: z.literal(true) })

function operation(path: `/${string}`, limit: Limit, summary: string) {
  return limited(limit).route({ method: 'POST', path: `/auth${path}`, summary, tags: ['Accounts'] })
}

/** One that others can be in the way of: passwords wait in line to be hashed, and mails to strangers have a ceiling. */
function shared(path: `/${string}`, limit: Limit, summary: string) {
  return operation(path, limit, summary).errors({
    SERVICE_UNAVAILABLE: {
      message: 'Many people are signing in or up right now.',
      data: z.object({
        retry_after: z.int().meta({ description: 'Seconds, as in the header Retry-After.' }),
      }),
    },
  })
}

/**
 * What better-auth does for us. It is served by routes.server.ts, not by procedures: this is how the description of
 * the API knows of it. Answers never tell whether an address has an account.
 */
export const auth = {
  signUp: shared('/sign-up/email', SIGNING_UP, 'Sign up; a link to verify the address comes by mail')
    .input(inputs.signUp)
    .output(done),
  verifyEmail: operation(
    '/verify-email',
    OPENING_LINKS,
    'Verify an address with the token of the mailed link',
  )
    .input(inputs.verifyEmail)
    .output(done.extend({ reset_token: z.string().optional() })),
  sendVerification: shared(
    '/send-verification-email',
    MAILING_LINKS,
    'Send the link to verify an address again',
  )
    .input(inputs.sendVerification)
    .output(done),
  signIn: shared(
    '/sign-in/email',
    SIGNING_IN,
    'Sign in: a cookie for browsers, a bearer token for everybody else',
  )
    .input(inputs.signIn)
    .output(done.extend({ token: z.string().optional() })),
  signOut: operation('/sign-out', SIGNING_OUT, 'Sign out').input(inputs.signOut).output(done),
  requestReset: operation('/request-password-reset', MAILING_LINKS, 'Send a link to choose a new password')
    .input(inputs.requestReset)
    .output(done),
  resetPassword: shared(
    '/reset-password',
    OPENING_LINKS,
    'Choose a new password with the token of the mailed link',
  )
    .input(inputs.resetPassword)
    .output(done),
}

export type OwnProfile = z.infer<typeof ownProfileSchema>
