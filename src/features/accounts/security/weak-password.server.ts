import type { Services } from '../../../api/core/context.server.ts'
import type { ApiErrorBody } from '../api-response.server.ts'
import type { Auth } from '../auth.server.ts'
import { findAddressee } from '../sql.server.ts'
import { passwordObstacle } from './password-rule.ts'

/** Input of a sign-up or a password reset. */
interface Chosen {
  email?: string
  username?: string
  password?: string
  newPassword?: string
  token?: string
}

/** Undefined when the password is allowed or there is none. */
export async function weaknessOf(
  services: Services,
  loadAuth: () => Promise<Auth>,
  chosen: Chosen,
): Promise<ApiErrorBody | undefined> {
  const { password, newPassword, token = '' } = chosen
  const [field, text] = password === undefined ? ['newPassword', newPassword] : ['password', password]
  if (text === undefined) return undefined
  const owner = field === 'password' ? chosen : await ownerOfReset(services, await loadAuth(), token)
  const message = passwordObstacle(text, owner)
  return message === undefined ? undefined : { status: 400, code: 'BAD_REQUEST', message, field }
}

async function ownerOfReset({ db }: Services, auth: Auth, token: string) {
  const { internalAdapter } = await auth.$context
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  return (found && (await findAddressee(db, found.value))) ?? {}
}
