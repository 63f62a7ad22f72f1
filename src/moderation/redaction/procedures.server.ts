import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { isBlank } from '../../platform/text.ts'
import { findRuleLabel } from '../record-action.server.ts'
import { announceRemoval } from '../removal/remove.server.ts'
import { redactionsContract as contract } from './contract.ts'
import { redactText, restorePassage } from './redact.server.ts'
import { findRedactedOriginal, findRedactionTarget } from './sql.server.ts'

const { staff } = guards(contract)

export const redactionsProcedures = {
  create: staff.create.handler(async ({ context, input, errors }) => {
    const rule = await findRuleLabel(context.db, input.rule)
    if (!rule && isBlank(input.reason)) throw errors.BAD_REQUEST({ data: { field: 'reason' } })
    if (input.reason.toLowerCase().includes(input.passage.toLowerCase()))
      throw errors.BAD_REQUEST({ message: REPEATED, data: { field: 'reason' } })
    const acted = await context.db
      .transaction()
      .execute((trx) => redactText(trx, context.viewer, { ...input, rule }))
    await announceRemoval(context, acted)
    return { action_id: acted.action_id, texts: acted.texts }
  }),

  read: staff.read.handler(async ({ context: { db }, input, errors }) => {
    const target = await findRedactionTarget(db, input.id)
    const original = target && (await findRedactedOriginal(db, input.id, target))
    if (!original) throw errors.NOT_FOUND()
    return original
  }),

  restore: staff.restore.handler(async ({ context, input }) => {
    const acted = await context.db.transaction().execute((trx) => restorePassage(trx, context.viewer, input))
    await announceRemoval(context, acted)
    return { action_id: acted.action_id }
  }),
}

const REPEATED = 'The reason is public, so it can’t repeat the passage.'

export const redactionConstraints: ConstraintErrors = {
  redacted_texts_passage: [
    'BAD_REQUEST',
    'A moderator redacted part of this text. Leave it out and save again.',
    'content',
  ],
}
