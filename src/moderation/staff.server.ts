import { sql } from 'kysely'
import { publishToMember } from '../accounts/live/publish.server.ts'
import type { Services } from '../core/context.server.ts'

/** Makes all moderators and admins refetch the queue, except the one the case is about. Call after commit. */
export async function publishToStaff(
  context: Pick<Services, 'bus' | 'db' | 'log'>,
  caseId: string,
): Promise<void> {
  try {
    const { rows } = await sql<{ id: string }>`
      select distinct user_id as id from user_roles
      where role in ('moderator', 'admin')
        and user_id is distinct from (select member_id from moderation_cases where id = ${caseId})`.execute(
      context.db,
    )
    for (const { id } of rows) publishToMember(context, id, { type: 'case', id: caseId })
  } catch (error) {
    // Doesn't throw, because the action is committed. The next event or visit refetches the queue.
    context.log.error({ err: error }, 'moderators could not be notified of a case')
  }
}
