import type { Services } from '../../../api/core/context.server.ts'
import type { ApiErrorBody } from '../api-response.server.ts'
import type { Auth } from '../auth.server.ts'
import { findAddressee } from '../sql.server.ts'
import { passwordObstacle } from './password-rule.ts'

/** What signing up and choosing a new password by mail bring along; the other operations choose none. */
interface Chosen {
  email?: string
  username?: string
  password?: string
  newPassword?: string
  token?: string
}

/** Why nobody may choose the password that is chosen here; undefined when they may, or none is. */
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
