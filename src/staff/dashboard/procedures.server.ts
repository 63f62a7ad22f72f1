import { testEmail } from '../../accounts/mail/emails.ts'
import { readEmail } from '../../accounts/security/email-sql.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { deliverTest } from '../../platform/mail/mail.server.ts'
import { markStep } from '../setup/sql.server.ts'
import { startBackup } from './backup-now.server.ts'
import { dashboardContract as contract, type DayFigures } from './contract.ts'
import type { DashboardReader } from './dashboard-reader.server.ts'
import { listDays } from './day-counts-sql.server.ts'
import { discardJob, listFailedJobs, listFailedKinds, retryJob, retryKind } from './failed-jobs-sql.server.ts'
import { DAY_COUNTS } from './policy.ts'
import { readRelease } from './release.server.ts'

const { admin } = guards<typeof contract, { dashboard: DashboardReader }>(contract)

export const dashboardProcedures = {
  figures: admin.figures.handler(({ context }) => context.dashboard.read()),

  days: admin.days.handler(async ({ context: { db }, input }) => {
    const days = await listDays(db, input.days)
    const none = Object.fromEntries(DAY_COUNTS.map((kind) => [kind, 0])) as Omit<DayFigures, 'day'>
    return { items: days.map(({ day, counts }) => ({ day, ...none, ...counts })), next: null }
  }),

  release: admin.release.handler(() => readRelease()),

  startBackup: admin.startBackup.handler(async ({ context, errors }) => {
    if (!(await startBackup(context, context.viewer.id))) throw errors.CONFLICT()
    context.dashboard.forget()
    return { is_running: true }
  }),

  sendTestEmail: admin.sendTestEmail.handler(async ({ context: { config, db, siteSettings, viewer } }) => {
    const { email: to } = await readEmail(db, viewer.id)
    const result = await deliverTest(config, testEmail(siteSettings.site, to))
    if (config.SMTP_URL && result.accepted) await markStep(db, 'email')
    return { to, goes: config.SMTP_URL ? 'smtp' : 'outbox', ...result }
  }),

  failedJobs: admin.failedJobs.handler(async ({ context: { db } }) => {
    const [items, kinds] = await Promise.all([listFailedJobs(db), listFailedKinds(db)])
    return { items, next: null, kinds }
  }),

  retryJob: admin.retryJob.handler(async ({ context, input: { id }, errors }) => {
    if ((await retryJob(context.db, id, context.viewer.id)) === 'gone') throw errors.NOT_FOUND()
    context.dashboard.forget()
    return { id }
  }),

  retryKind: admin.retryKind.handler(async ({ context, input: { kind } }) => {
    const retried = await retryKind(context.db, kind, context.viewer.id)
    context.dashboard.forget()
    return { kind, retried }
  }),

  discardJob: admin.discardJob.handler(async ({ context, input: { id }, errors }) => {
    if ((await discardJob(context.db, id, context.viewer.id)) === 'gone') throw errors.NOT_FOUND()
    context.dashboard.forget()
    return { id }
  }),
}
