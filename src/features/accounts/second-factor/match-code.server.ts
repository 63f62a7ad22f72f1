import type { Context } from '../../../api/core/context.server.ts'
import { decrypt, isCodeOf } from './secret.server.ts'
import { findSecondFactor, takeCode } from './sql.server.ts'

/** Whether this is the code that the member's app shows now, and it was not used before. */
export async function matchCode(
  { db, config }: Pick<Context, 'db' | 'config'>,
  userId: string,
  code: string,
): Promise<boolean> {
  const found = await findSecondFactor(db, userId)
  if (!found?.verified || !(await isCodeOf(await decrypt(config, found.secret), code))) return false
  return takeCode(db, userId, code)
}
