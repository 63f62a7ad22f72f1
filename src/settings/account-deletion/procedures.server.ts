import { enqueueQuietly } from '../../accounts/mail/jobs.server.ts'
import { SESSIONS_CHANNEL } from '../../accounts/session/session-cache.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { accountDeletionContract as contract } from './contract.ts'
import { sendDeletionNotice } from './jobs.server.ts'
import { DELETION_RUNNING, LAST_ADMIN } from './policy.ts'
import {
  cancelDeletion,
  countOwnContent,
  findDeletion,
  hasDeletionBegun,
  scheduleDeletion,
} from './sql.server.ts'

const { member } = guards(contract)

export const accountDeletionProcedures = {
  readDeletion: member.readDeletion.handler(async ({ context: { db, viewer } }) => ({
    deletion: (await findDeletion(db, viewer.id)) ?? null,
    counts: await countOwnContent(db, viewer.id),
  })),

  requestDeletion: member.requestDeletion.handler(async ({ context, input, errors }) => {
    const { db, viewer, bus } = context
    const deletion = await scheduleDeletion(db, viewer.id, input.keep_content)
    if (!deletion) throw errors.CONFLICT({ message: DELETION_RUNNING })
    bus.publish(SESSIONS_CHANNEL, [viewer.id])
    await enqueueQuietly(context, sendDeletionNotice, { user_id: viewer.id })
    return { deletion }
  }),

  undoDeletion: member.undoDeletion.handler(async ({ context, errors }) => {
    const { db, viewer, bus } = context
    if (!(await cancelDeletion(db, viewer.id)))
      throw (await hasDeletionBegun(db, viewer.id)) ? errors.CONFLICT() : errors.NOT_FOUND()
    bus.publish(SESSIONS_CHANNEL, [viewer.id])
    return { status: true as const }
  }),
}

export const accountDeletionConstraints: ConstraintErrors = {
  account_deletions_last_admin: ['CONFLICT', LAST_ADMIN],
}
