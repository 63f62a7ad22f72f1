import { visitor } from '../../api/procedure.server.ts'
import { tag } from '../../platform/pages.server.ts'
import { listThinkers } from './sql.server.ts'

export const thinkers = {
  list: visitor.thinkers.list.handler(async ({ context }) => {
    tag('thinkers')
    return { items: await listThinkers(context.db), next: null }
  }),
}
