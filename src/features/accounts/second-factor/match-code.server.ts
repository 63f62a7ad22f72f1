import type { Context } from '../../../api/core/context.server.ts'
import { decrypt, stepOf } from './secret.server.ts'
import { findSecondFactor, takeStep } from './sql.server.ts'

/** Whether this is a code of the member's app, and neither it nor a later one was accepted before. */
export async function matchCode(
  { db, config }: Pick<Context, 'db' | 'config'>,
  userId: string,
  code: string,
): Promise<boolean> {
  const found = await findSecondFactor(db, userId)
  if (!found?.verified) return false
  const step = await stepOf(await decrypt(config, found.secret), code)
  return step !== undefined && takeStep(db, userId, step)
}
