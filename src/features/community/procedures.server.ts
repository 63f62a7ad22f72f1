import { guards } from '../../api/core/procedure.server.ts'
import { tag } from '../../platform/tags.server.ts'
import { community as contract } from './contract.ts'
import { activeMembers, communityNumbers, newestMembers } from './sql.server.ts'

const { visitor } = guards(contract)

export const community = {
  /** The database drops it when somebody joins or leaves (0023); what they write alone does not. */
  read: visitor.read.handler(async ({ context: { db } }) => {
    tag('members')
    const [newest, active] = await Promise.all([newestMembers(db), activeMembers(db)])
    tag(...[...newest, ...active].map(({ id }) => `profile:${id}`))
    return { newest, active }
  }),

  /** Dropped when somebody joins or leaves; how much there is to read may be behind for as long as an answer is kept. */
  numbers: visitor.numbers.handler(async ({ context: { db } }) => {
    const numbers = await communityNumbers(db)
    tag('members', ...numbers.faces.map(({ id }) => `profile:${id}`))
    return numbers
  }),
}
