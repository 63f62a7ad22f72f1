import { invalidate } from '../../core/context.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { nameTag } from '../../shared/authors/tags.server.ts'
import { moderationActionsContract as contract, type LogEntry } from './contract.ts'
import { findDetails, findLogDigest, listActions, redactAction } from './sql.server.ts'

const { admin, staff, visitor } = guards(contract)

export const moderationActionsProcedures = {
  list: visitor.list.handler(async ({ context, input }) => {
    tag('moderation-log')
    if (input.moderator) tag(nameTag(input.moderator))
    const [page, newest] = await Promise.all([listActions(context.db, input), findLogDigest(context.db)])
    tag(...namesIn(page.items))
    return { ...page, newest }
  }),

  read: staff.read.handler(async ({ context, input, errors }) => {
    const details = await findDetails(context.db, context.viewer.id, input.id)
    if (!details) throw errors.NOT_FOUND()
    return details
  }),

  redact: admin.redact.handler(async ({ context, input, errors }) => {
    const outcome = await redactAction(context.db, context.viewer, input)
    if (outcome === 'gone') throw errors.NOT_FOUND()
    if (outcome === 'done') throw errors.CONFLICT()
    invalidate(context, 'moderation-log', ...outcome.tags)
    return { id: outcome.id }
  }),
}

/** Returns cache tags of the members named in the entries, because profile changes affect their names. */
export function namesIn(entries: Pick<LogEntry, 'acted_by' | 'member'>[]): string[] {
  return entries.flatMap(({ acted_by, member }) =>
    [acted_by, member].flatMap((each) => (each ? [`profile:${each.id}`] : [])),
  )
}
