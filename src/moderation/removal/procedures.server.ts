import { ORPCError } from '@orpc/server'
import type { Context } from '../../core/context.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { isBlank } from '../../platform/text.ts'
import { REASON_MISSING } from '../policy.ts'
import { findRuleLabel } from '../record-action.server.ts'
import { removalsContract as contract } from './contract.ts'
import type { Removable } from './policy.ts'
import { announceRemoval, type RemovalRequest, removeContent, restoreContent } from './remove.server.ts'
import { findRemovedOriginal, type RemovedOriginalRow } from './sql.server.ts'

const { member, staff } = guards(contract)

type RemovalContext = Context & { viewer: Viewer }

export const removalsProcedures = {
  removePost: staff.removePost.handler(async ({ context, input }) => remove(context, 'post', input)),
  restorePost: staff.restorePost.handler(({ context, input }) => restore(context, 'post', input)),

  removeComment: staff.removeComment.handler(async ({ context, input }) => remove(context, 'comment', input)),
  restoreComment: staff.restoreComment.handler(({ context, input }) => restore(context, 'comment', input)),

  removeNote: staff.removeNote.handler(async ({ context, input }) => remove(context, 'note', input)),
  restoreNote: staff.restoreNote.handler(({ context, input }) => restore(context, 'note', input)),

  mine: member.mine.handler(async ({ context: { db, viewer }, input, errors }) => {
    const kept = await findRemovedOriginal(db, input.kind, input.id)
    if (!kept || kept.author_id !== viewer.id) throw errors.NOT_FOUND()
    return shown(kept)
  }),

  read: staff.read.handler(async ({ context: { db }, input, errors }) => {
    const kept = await findRemovedOriginal(db, input.kind, input.id)
    if (!kept) throw errors.NOT_FOUND()
    return shown(kept)
  }),
}

interface RemovalInput {
  id: string
  rule?: number | undefined
  reason: string
  note: string
}

async function remove(context: RemovalContext, kind: Removable, { rule: number, ...input }: RemovalInput) {
  const rule = await findRuleLabel(context.db, number)
  if (!rule && isBlank(input.reason))
    throw new ORPCError('BAD_REQUEST', { message: REASON_MISSING, data: { field: 'reason' } })
  return act(context, removeContent, { ...input, kind, rule })
}

function restore(context: RemovalContext, kind: Removable, input: RemovalInput) {
  return act(context, restoreContent, { ...input, kind, rule: undefined })
}

async function act(context: RemovalContext, done: typeof removeContent, removal: RemovalRequest) {
  const acted = await context.db.transaction().execute((trx) => done(trx, context.viewer, removal))
  await announceRemoval(context, acted)
  return { action_id: acted.action_id }
}

function shown({ author_id: _, ...kept }: RemovedOriginalRow) {
  return kept
}

export const removalConstraints: ConstraintErrors = {
  removed_content_not_found: ['NOT_FOUND', 'Not found. It may have been deleted.'],
  removed_content_already: ['CONFLICT', 'This was already removed.'],
  removed_content_not_removed: ['CONFLICT', 'This isn’t removed.'],
  removed_content_erased: ['CONFLICT', 'The text was permanently deleted, so it can’t be restored.'],
}
