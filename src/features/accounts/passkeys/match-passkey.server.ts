import type { Services } from '../../../api/core/context.server.ts'
import { readAnswer } from './ceremony.server.ts'
import type { PasskeyAnswer } from './schema.ts'
import { findPasskey, notePress, type StoredPasskey } from './sql.server.ts'
import { takeChallenge } from './ticket.server.ts'

/** Whose passkey this is; undefined whatever is wrong. Of `member_id`, who has asked for the challenge, or of whoever signs in. */
export async function matchPasskey(
  services: Pick<Services, 'config' | 'db' | 'log'>,
  answer: PasskeyAnswer,
  member_id?: string,
): Promise<StoredPasskey | undefined> {
  const purpose = member_id ? 'prove' : 'sign-in'
  const challenge = await takeChallenge(services, answer.ticket, { purpose, ...(member_id && { member_id }) })
  if (!challenge) return undefined
  const passkey = await findPasskey(services.db, answer.response.id)
  if (!passkey || (member_id && passkey.user_id !== member_id)) return undefined
  const pressed = await readAnswer(services, answer, { passkey, challenge })
  if (!pressed) return undefined
  return (await notePress(services.db, passkey.id, pressed)) ? passkey : undefined
}
