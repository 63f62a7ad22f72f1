import type { Services } from '../../core/context.server.ts'
import { sendSecondFactorOff } from '../mail/jobs.server.ts'
import { deletePasskeys } from '../passkeys/sql.server.ts'
import { endSessions } from '../security/sql.server.ts'
import { endSecondFactor } from './sql.server.ts'

/** Resets second factors for operators. Ends all sessions and mails the member, in case an attacker asked for it. */
export async function resetSecondFactor({ db, jobs }: Pick<Services, 'db' | 'jobs'>, username: string) {
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
