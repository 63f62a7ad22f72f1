import { guards } from '../../core/procedure.server.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { communityContract as contract } from './contract.ts'
import { activeMembers, findCommunityCounts, newestMembers } from './sql.server.ts'

const { visitor } = guards(contract)

export const communityProcedures = {
  /** Cached until a member joins or leaves (db/schema/accounts.sql). Contributions invalidate nothing. */
  read: visitor.read.handler(async ({ context: { db } }) => {
    tag('members')
    const [newest, active] = await Promise.all([newestMembers(db), activeMembers(db)])
    tag(...[...newest, ...active].map(({ id }) => `profile:${id}`))
    return { newest, active }
  }),

  /** Cached until a member joins or leaves, so the numbers may be as old as a cached response. */
  numbers: visitor.numbers.handler(async ({ context: { db } }) => {
    const numbers = await findCommunityCounts(db)
    tag('members', ...numbers.faces.map(({ id }) => `profile:${id}`))
    return numbers
  }),
}
