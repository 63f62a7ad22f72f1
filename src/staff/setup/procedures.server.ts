import { type Context, invalidate } from '../../core/context.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { setupContract as contract, type Setup } from './contract.ts'
import { SETUP_STEPS } from './policy.ts'
import { markStep, readSetup } from './sql.server.ts'
import { countStarter, removeStarter, restoreStarter } from './starter-sql.server.ts'

const { admin } = guards(contract)

export const setupProcedures = {
  read: admin.read.handler(({ context }) => stepsOf(context)),

  complete: admin.complete.handler(async ({ context, input: { step } }) => {
    await markStep(context.db, step)
    return stepsOf(context)
  }),

  dismiss: admin.dismiss.handler(async ({ context: { db } }) => {
    await markStep(db, 'dismissed')
    return { steps: [] }
  }),

  readStarter: admin.readStarter.handler(({ context: { db } }) => countStarter(db)),

  removeStarter: admin.removeStarter.handler(async ({ context }) => {
    await removeStarter(context.db, context.viewer.id)
    invalidate(context, ...STARTER_TAGS)
    return countStarter(context.db)
  }),

  restoreStarter: admin.restoreStarter.handler(async ({ context }) => {
    await restoreStarter(context.db, context.viewer.id)
    invalidate(context, ...STARTER_TAGS)
    return countStarter(context.db)
  }),
}

const STARTER_TAGS = ['concepts', 'thinkers', 'resources']

async function stepsOf({ config, db }: Pick<Context, 'config' | 'db'>): Promise<Setup> {
  const { visible, marked } = await readSetup(db)
  if (marked.includes('dismissed')) return { steps: [] }
  const state = { ...visible, backup: config.BACKUP_SCHEDULE !== undefined }
  return { steps: SETUP_STEPS.map((step) => ({ step, done: state[step] || marked.includes(step) })) }
}
