import type { Services } from '../../core/context.server.ts'
import { errorResponse } from '../api-response.server.ts'
import type { Auth } from '../auth.server.ts'
import { findAddressee } from '../sql.server.ts'
import { findPasswordProblem } from './password-rule.ts'

/** Returns an error response for a weak password, and undefined if the password is allowed or absent. */
export async function findPasswordWeakness(
  services: Services,
  loadAuth: () => Promise<Auth>,
  chosen: { email?: string; username?: string; password?: string; newPassword?: string; token?: string },
): Promise<Response | undefined> {
  const { password, newPassword, token = '' } = chosen
  const [field, text] = password === undefined ? ['newPassword', newPassword] : ['password', password]
  if (text === undefined) return undefined
  const owner = field === 'password' ? chosen : await ownerOfReset(services, await loadAuth(), token)
  const message = findPasswordProblem(text, owner)
  return message === undefined ? undefined : errorResponse(400, 'BAD_REQUEST', message, field)
}

async function ownerOfReset({ db }: Services, auth: Auth, token: string) {
  const { internalAdapter } = await auth.$context
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  return (found && (await findAddressee(db, found.value))) ?? {}
}
