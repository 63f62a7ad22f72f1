import { guards } from '../../core/procedure.server.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { communityContract as contract } from './contract.ts'
import { activeMembers, findCommunityCounts, newestMembers } from './sql.server.ts'

const { visitor } = guards(contract)

export const communityProcedures = {
  /** Cached until a member joins or leaves (db/schema/accounts.sql). Contributions don't invalidate it. */
  read: visitor.read.handler(async ({ context: { db } }) => {
    tag('members')
    const [newest, active] = await Promise.all([newestMembers(db), activeMembers(db)])
    tag(...[...newest, ...active].map(({ id }) => `profile:${id}`))
    return { newest, active }
  }),

  /** Only a joining or leaving member invalidates the response, so its numbers may be slightly outdated. */
  numbers: visitor.numbers.handler(async ({ context: { db } }) => {
    const numbers = await findCommunityCounts(db)
    tag('members', ...numbers.faces.map(({ id }) => `profile:${id}`))
    return numbers
  }),
}
