import { enqueueQuietly } from '../../accounts/mail/jobs.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { exportsContract as contract } from './contract.ts'
import { makeExport } from './jobs.server.ts'
import { EXPORT_ONCE_A_DAY } from './policy.ts'
import { findNextAt, findReady, insertExport, listExports } from './sql.server.ts'
import { openExport } from './store.server.ts'

const { member } = guards(contract)

export const exportsProcedures = {
  createExport: member.createExport.handler(async ({ context, errors }) => {
    const { db, viewer } = context
    const made = await insertExport(db, viewer.id)
    if (!made) throw errors.CONFLICT({ data: { next_at: await findNextAt(db, viewer.id) } })
    await enqueueQuietly(context, makeExport, { id: made.id })
    return made
  }),

  listExports: member.listExports.handler(async ({ context: { db, viewer } }) => ({
    items: await listExports(db, viewer.id),
  })),

  readExport: member.readExport.handler(async ({ context, input: { id }, errors }) => {
    const found = await findReady(context.db, context.viewer.id, id)
    const body = found && (await openExport(context, id, `${context.viewer.username}-${found.day}.zip`))
    if (!body) throw errors.NOT_FOUND()
    return { headers: { 'content-disposition': `attachment; filename="${body.name}"` }, body }
  }),
}

/** Error for the second of two simultaneous requests. Later requests don't reach the constraint. */
export const exportConstraints: ConstraintErrors = { exports_under_way_key: ['CONFLICT', EXPORT_ONCE_A_DAY] }
