import { oc } from '@orpc/contract'
import * as z from 'zod'
import { inputs } from './inputs.ts'
import { ROLES } from './policy.ts'

export const viewerSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  full_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  roles: z.array(z.enum(ROLES)),
})

export const me = {
  read: oc
    .route({ method: 'GET', path: '/me', summary: 'Who I am', tags: ['Me'] })
    .output(z.object({ user: viewerSchema.nullable(), expires_at: z.iso.datetime().nullable() })),

  claimForum: oc
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

function operation(path: `/${string}`, summary: string) {
  return oc.route({ method: 'POST', path: `/auth${path}`, summary, tags: ['Accounts'] })
}

/**
 * What better-auth does for us. It is served by routes.server.ts, not by procedures: this is how the description of
 * the API knows of it. Answers never tell whether an address has an account.
 */
export const auth = {
  signUp: operation('/sign-up/email', 'Sign up; a link to verify the address comes by mail')
    .input(inputs.signUp)
    .output(done),
  verifyEmail: operation('/verify-email', 'Verify an address with the token of the mailed link')
    .input(inputs.verifyEmail)
    .output(done.extend({ reset_token: z.string().optional() })),
  sendVerification: operation('/send-verification-email', 'Send the link to verify an address again')
    .input(inputs.sendVerification)
    .output(done),
  signIn: operation('/sign-in/email', 'Sign in: a cookie for browsers, a bearer token for everybody else')
    .input(inputs.signIn)
    .output(done.extend({ token: z.string().optional() })),
  signOut: operation('/sign-out', 'Sign out').input(inputs.signOut).output(done),
  requestReset: operation('/request-password-reset', 'Send a link to choose a new password')
    .input(inputs.requestReset)
    .output(done),
  resetPassword: operation('/reset-password', 'Choose a new password with the token of the mailed link')
    .input(inputs.resetPassword)
    .output(done),
}
