import { ORPCError } from '@orpc/server'
import type { Context } from '../../core/context.server.ts'
import { isExpected, toTypedError } from '../../core/errors.server.ts'
import { enforceRateLimit } from '../../core/rate-limit.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { publishToStaff } from '../../moderation/staff.server.ts'
import type { CaseResult } from './case-schemas.ts'
import type { CaseDecision } from './decide.server.ts'
import { decideOne } from './decide-one.server.ts'
import { QUEUE_RATE_LIMIT } from './policy.ts'
import type { CaseRow } from './sql.server.ts'

/**
 * Decides cases one after another, each in its own transaction. Returns a result for each case, in their order. Each
 * case counts towards the rate limit. The guard has counted the first one.
 */
export async function decideMany(
  context: Context & { viewer: Viewer },
  { ids, ...decision }: Omit<CaseDecision, 'id'> & { ids: string[] },
): Promise<CaseResult[]> {
  const results: CaseResult[] = []
  const decided = new Map<string | null, string>()
  const note = async ({ id, member }: CaseRow) => void decided.set(member?.id ?? null, id)
  for (const [index, id] of [...new Set(ids)].entries()) {
    try {
      if (index > 0) await enforceRateLimit(context, QUEUE_RATE_LIMIT)
      const { closed } = await decideOne(context, { ...decision, id }, note)
      results.push({ id, closed, error: null })
    } catch (error) {
      results.push({ id, closed: null, error: explain(context, error) })
    }
  }
  // An event makes pages refetch the queue, so a hundred events would be a burst. Each moderator receives one of the
  // first two, because nobody is the member whom both cases are about.
  for (const id of [...decided.values()].slice(0, 2)) await publishToStaff(context, id)
  return results
}

function explain(context: Context, thrown: unknown): NonNullable<CaseResult['error']> {
  const error = toTypedError(thrown, context.constraintErrors)
  if (error instanceof ORPCError && isExpected(error)) {
    const { field } = (error.data ?? {}) as { field?: string }
    return { code: error.code, message: error.message, field: field ?? null }
  }
  context.log.error({ err: thrown }, 'a case could not be decided')
  return { code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong. Try again.', field: null }
}
