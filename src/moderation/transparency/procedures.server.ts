import { guards } from '../../core/procedure.server.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { transparencyContract as contract } from './contract.ts'
import { currentYear } from './policy.ts'
import { readTransparency } from './sql.server.ts'

const { visitor } = guards(contract)

export const transparencyProcedures = {
  read: visitor.read.handler(({ context, input: { period = currentYear() } }) => {
    tag('moderation-log')
    return readTransparency(context.db, period)
  }),
}
