import type { Context } from '../../../api/core/context.server.ts'
import { SESSIONS_CHANNEL } from '../session/session-cache.server.ts'
import { matchPasskey } from './match-passkey.server.ts'
import type { PasskeyAnswer } from './schema.ts'
import { noteBothFactors } from './sql.server.ts'

/** Notes in the session that its member has shown a passkey of theirs, and gives when; undefined when it is none. */
export async function proveByPasskey(
  context: Context & { viewer: { id: string } },
  answer: PasskeyAnswer,
): Promise<string | undefined> {
  const { bus, db, viewer, session } = context
  const passkey = session && (await matchPasskey(context, answer, viewer.id))
  if (!passkey) return undefined
  const provedAt = await noteBothFactors(db, session.id, passkey.id)
  // Roles that rested act from now on.
  bus.publish(SESSIONS_CHANNEL, [viewer.id])
  return provedAt
}
