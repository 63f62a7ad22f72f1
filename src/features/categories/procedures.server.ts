import { guards } from '../../api/core/procedure.server.ts'
import { tag } from '../../platform/tags.server.ts'
import { isUuid } from '../../platform/uuid.ts'
import { categories as contract } from './contract.ts'
import { findCategory, listCategories } from './sql.server.ts'

const { visitor } = guards(contract)

export const categories = {
  list: visitor.list.handler(async ({ context }) => {
    tag('categories', 'posts')
    return { items: await listCategories(context.db), next: null }
  }),
  read: visitor.read.handler(async ({ context, input, errors }) => {
    tag('categories', 'posts')
    const category = isUuid(input.id) ? await findCategory(context.db, input.id) : undefined
    if (!category) throw errors.NOT_FOUND()
    return category
  }),
}
