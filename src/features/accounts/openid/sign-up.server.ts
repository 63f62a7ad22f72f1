import { DatabaseError } from 'pg'
import type * as z from 'zod'
import type { Services } from '../../../api/core/context.server.ts'
import type { OpenIdProvider } from '../../../platform/openid-providers.server.ts'
import { type ApiErrorBody, errorResponse } from '../api-response.server.ts'
import type { inputs } from '../inputs.ts'
import { enqueueQuietly, sendSignUpNotification } from '../mail/jobs.server.ts'
import { CLOSED, withRegistration } from '../sign-in/registration.server.ts'
import { refuseUsername, usernameObstacle } from '../sign-in/sign-up.server.ts'
import { beginSession } from '../sign-in/signed-in.server.ts'
import { type Newcomer, newcomerCookie } from './cookies.server.ts'
import { insertMember } from './sql.server.ts'

interface Wanted {
  newcomer: Newcomer
  provider: OpenIdProvider
  input: z.output<typeof inputs.openIdSignUp>
}

/** Creates the account and signs in: the provider has verified the address. */
export function signUp(
  services: Services,
  caller: { headers: Headers; address: string },
  { newcomer, provider, input }: Wanted,
): Promise<Response> {
  const { config, db } = services
  const { subject, email, redirect } = newcomer
  return withRegistration(services, input, async (allowed) => {
    const { username, invite_id } = allowed as { username: string; invite_id?: string }
    const obstacle = await usernameObstacle(services, username)
    if (obstacle) return errorResponse(refuseUsername(obstacle))
    const made = await insertMember(db, {
      issuer: provider.issuer,
      subject,
      email,
      username,
      invite_id,
    }).catch(refusal)
    if (made instanceof Response) return made
    await enqueueQuietly(services, sendSignUpNotification, { user_id: made.id })
    const response = Response.json({ status: true, redirect })
    for (const cookie of [
      newcomerCookie.end(config),
      ...(await beginSession(services, caller, { ...made, email })),
    ])
      response.headers.append('set-cookie', cookie)
    return response
  })
}

/** After a concurrent sign-up. */
function refusal(error: unknown): Response {
  const constraint = error instanceof DatabaseError ? (error.constraint ?? '') : ''
  if (constraint.includes('username')) return errorResponse(refuseUsername('taken'))
  if (constraint === 'users_registration_check') return errorResponse(CLOSED)
  if (constraint === 'users_email_key' || constraint === 'accounts_provider_id_account_id_key')
    return errorResponse(EXISTS)
  throw error
}

const EXISTS: ApiErrorBody = {
  status: 409,
  code: 'CONFLICT',
  message: 'There is an account with this address by now. Please sign in.',
}
