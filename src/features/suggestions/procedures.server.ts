import { visitor } from '../../api/procedure.server.ts'
import { findSuggestions } from './find.server.ts'

export const suggestions = {
  list: visitor.suggestions.list.handler(({ context, input }) => findSuggestions(context.db, input.search)),
}
