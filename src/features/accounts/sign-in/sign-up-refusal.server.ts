import type { Services } from '../../../api/core/context.server.ts'
import { errorResponse, unavailableResponse } from '../api-response.server.ts'
import { consumeSignUpMail, type MailAllowance } from '../mail/sign-up-mails.server.ts'
import type { SigningUp } from './signing-up.server.ts'
import { refuseUsername, usernameObstacle } from './username.server.ts'

const MANY_MAILS = 'Many people are signing up right now.'

interface SignUp {
  signingUp: SigningUp
  username: string | undefined
  address: string
  allowance: MailAllowance
}

/** What keeps a sign-up from being taken on; a mail is counted for one that nothing does. */
export async function signUpRefusal(
  services: Services,
  { signingUp, username, address, allowance }: SignUp,
): Promise<Response | undefined> {
  const obstacle = async () => (await usernameObstacle(services, username)) ?? signingUp.obstacle(username)
  const taken = await obstacle()
  if (taken) return errorResponse(refuseUsername(taken))
  // A mail goes out for an address with an account as well. Whom the queue for passwords refuses is sent none.
  const crowd = signingUp.hasRoom() ? await consumeSignUpMail(services, allowance, address) : 0
  if (crowd > 0) return unavailableResponse(crowd, MANY_MAILS)
  // Counting may take a while. From here to `run` nothing is waited for: of two who ask for one name at the same moment
  // one gets it.
  const rival = await obstacle()
  return rival && errorResponse(refuseUsername(rival))
}
