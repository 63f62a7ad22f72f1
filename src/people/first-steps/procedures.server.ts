import { guards } from '../../core/procedure.server.ts'
import { firstSteps as contract, type FirstSteps } from './contract.ts'
import { STEPS } from './policy.ts'
import { dismiss, findProgress, suggestPeople } from './sql.server.ts'

const { member } = guards(contract)

export const firstSteps = {
  read: member.read.handler(async ({ context: { db, viewer } }) => {
    const progress = await findProgress(db, viewer.id)
    if (!progress) return NONE
    const steps = STEPS.map((step) => ({ step, done: progress[step] }))
    return { steps, people: progress.people ? [] : await suggestPeople(db, viewer.id) }
  }),

  dismiss: member.dismiss.handler(async ({ context: { db, viewer } }) => {
    await dismiss(db, viewer.id)
    return NONE
  }),
}

const NONE: FirstSteps = { steps: [], people: [] }
