import type { Services } from '../../../api/core/context.server.ts'
import { deletePasskeys } from '../passkeys/sql.server.ts'
import { endSessions } from '../security/sessions-sql.server.ts'
import { sendSecondFactorOff } from './jobs.server.ts'
import { endSecondFactor } from './sql.server.ts'

/**
 * For who has lost app and recovery codes, or the passkeys that their roles wait for, by whoever runs the forum. Both go. All their sessions end, and a mail tells them: it is what
 * somebody would ask for who wants in with a stolen password.
 */
export async function resetSecondFactor(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  username: string,
): Promise<'done' | 'none' | 'nobody'> {
  const member = await db
    .selectFrom('profiles')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirst()
  if (!member) return 'nobody'
  const wasOn = await endSecondFactor(db, member.id)
  const hadPasskeys = await deletePasskeys(db, member.id)
  if (!wasOn && !hadPasskeys) return 'none'
  await endSessions(db, member.id, undefined)
  await jobs.add(sendSecondFactorOff, { user_id: member.id, by_staff: true })
  return 'done'
}
