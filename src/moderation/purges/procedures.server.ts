import { enqueueQuietly } from '../../accounts/mail/jobs.server.ts'
import { SESSIONS_CHANNEL } from '../../accounts/session/session-cache.server.ts'
import { type Context, invalidate } from '../../core/context.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { isBlank } from '../../platform/text.ts'
import { mayActOn } from '../policy.ts'
import { findRuleLabel } from '../record-action.server.ts'
import { announceSanction } from '../sanctions/sanction.server.ts'
import { beginPurge, beginUndoing } from './begin.server.ts'
import { purgesContract as contract } from './contract.ts'
import { continuePurge } from './jobs.server.ts'
import { obstacleToPurging, sumPurgeCounts } from './policy.ts'
import { countPurgeable, findLatest, findPurgeSubject } from './sql.server.ts'

const { staff } = guards(contract)

export const purgesProcedures = {
  create: staff.create.handler(async ({ context, input, errors }) => {
    const { db, viewer, bus } = context
    const { username, dry_run, rule: number, ...given } = input
    const subject = await findPurgeSubject(db, username)
    if (!subject) throw errors.NOT_FOUND()
    const message = obstacleToPurging(viewer, subject)
    if (message) throw errors.FORBIDDEN({ message })
    if (dry_run) {
      const counts = await countPurgeable(db, subject.id)
      return { counts, total: sumPurgeCounts(counts), purge: null }
    }
    const rule = await findRuleLabel(db, number)
    if (!rule && isBlank(given.reason)) throw errors.BAD_REQUEST({ data: { field: 'reason' } })
    const { counts, purge, sanctioned } = await db
      .transaction()
      .execute((trx) => beginPurge(trx, viewer, { ...given, rule, member_id: subject.id }))
    bus.publish(SESSIONS_CHANNEL, null)
    if (sanctioned) announceSanction(context, sanctioned)
    await begin(context, purge.id)
    return { counts, total: purge.total, purge }
  }),

  read: staff.read.handler(async ({ context: { db }, input, errors }) => {
    const subject = await findPurgeSubject(db, input.username)
    if (!subject) throw errors.NOT_FOUND()
    return { purge: (await findLatest(db, subject.id)) ?? null }
  }),

  remove: staff.remove.handler(async ({ context, input, errors }) => {
    const { db, viewer } = context
    const { username, ...grounds } = input
    const subject = await findPurgeSubject(db, username)
    if (!subject) throw errors.NOT_FOUND()
    if (!mayActOn(viewer, subject)) throw errors.FORBIDDEN()
    const purge = await db
      .transaction()
      .execute((trx) => beginUndoing(trx, viewer, { ...grounds, member_id: subject.id }))
    await begin(context, purge.id)
    return { purge }
  }),
}

/** Enqueues the purge's job. If that fails, a job that runs every minute starts it (jobs.server.ts). */
async function begin(context: Context, id: string): Promise<void> {
  invalidate(context, 'moderation-log')
  await enqueueQuietly(context, continuePurge, { id })
}
