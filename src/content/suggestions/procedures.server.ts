import { guards } from '../../core/procedure.server.ts'
import { suggestions as contract } from './contract.ts'
import { findSuggestions } from './find.server.ts'

const { visitor } = guards(contract)

export const suggestions = {
  list: visitor.list.handler(({ context, input }) => findSuggestions(context.db, input.search)),
}
