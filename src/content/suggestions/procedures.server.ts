import { guards } from '../../core/procedure.server.ts'
import { suggestionsContract as contract } from './contract.ts'
import { findSuggestions } from './find.server.ts'

const { visitor } = guards(contract)

export const suggestionsProcedures = {
  list: visitor.list.handler(({ context, input }) => findSuggestions(context.db, input.search)),
}
