import type { Services } from '../../../api/core/context.server.ts'
import { isBrowser } from '../forward-headers.server.ts'
import { endOfChallenge, noticeRecoveryCode, userOf } from '../second-factor/answer.server.ts'
import { VERIFY_RECOVERY_CODE } from '../second-factor/policy.ts'
import { noticeSignIn } from '../security/sign-in-notice.server.ts'
import { knownDevice, rememberDevice } from './devices.server.ts'

interface Password {
  email: string
  /** On a device that the account's owner has signed in on. */
  isKnown: boolean
}

/** After a sign-in by password alone: notes the device, mails where it is a new one. Answers Set-Cookie headers. */
export async function signedIn(
  services: Services,
  { headers }: Request,
  done: Response,
  { email, isKnown }: Password,
): Promise<string[]> {
  await noticeSignIn(services, { headers: done.headers, isKnown })
  return isBrowser(headers) ? [await rememberDevice(services, headers, email)] : []
}

/** As `signedIn`, after the code that came second. */
export async function signedInByCode(
  services: Services,
  request: Request,
  done: Response,
  path: string,
): Promise<string[]> {
  const { id, email } = await userOf(done)
  const isKnown = Boolean(await knownDevice(services, request.headers, email))
  const cookies = await signedIn(services, request, done, { email, isKnown })
  if (path === VERIFY_RECOVERY_CODE) await noticeRecoveryCode(services, id)
  return [...cookies, ...endOfChallenge(services.config)]
}
