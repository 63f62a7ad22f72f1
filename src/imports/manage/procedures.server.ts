import { enqueueQuietly } from '../../accounts/mail/jobs.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { undoImports } from '../jobs.server.ts'
import { importsContract as contract } from './contract.ts'
import { openReport, REPORT_POLICY } from './report-file.server.ts'
import { hasRun, listRuns, requestUndo } from './sql.server.ts'

const { admin } = guards(contract)

export const importsProcedures = {
  list: admin.list.handler(({ context: { db }, input }) => listRuns(db, input)),

  report: admin.report.handler(async ({ context: { config, db }, input: { id, format }, errors }) => {
    const body = (await hasRun(db, id)) && (await openReport(config, id, format))
    if (!body) throw errors.NOT_FOUND()
    const disposition = format === 'html' ? 'inline' : 'attachment'
    return {
      headers: {
        'content-disposition': `${disposition}; filename="${body.name}"`,
        'content-security-policy': REPORT_POLICY,
      },
      body,
    }
  }),

  remove: admin.remove.handler(async ({ context, input: { id }, errors }) => {
    const requested = await requestUndo(context.db, id, context.viewer.id)
    if (!requested) throw errors.NOT_FOUND()
    if (requested.refusal) throw errors.CONFLICT({ message: requested.refusal })
    await enqueueQuietly(context, undoImports, {})
    return { id }
  }),
}
