import { guards } from '../../core/procedure.server.ts'
import { firstStepsContract as contract, type FirstStepsState } from './contract.ts'
import { FIRST_STEP_NAMES } from './policy.ts'
import { dismissFirstSteps, findProgress, suggestPeople } from './sql.server.ts'

const { member } = guards(contract)

export const firstStepsProcedures = {
  read: member.read.handler(async ({ context: { db, viewer } }) => {
    const progress = await findProgress(db, viewer.id)
    if (!progress) return NONE
    const steps = FIRST_STEP_NAMES.map((step) => ({ step, done: progress[step] }))
    return { steps, people: progress.people ? [] : await suggestPeople(db, viewer.id) }
  }),

  dismiss: member.dismiss.handler(async ({ context: { db, viewer } }) => {
    await dismissFirstSteps(db, viewer.id)
    return NONE
  }),
}

const NONE: FirstStepsState = { steps: [], people: [] }
