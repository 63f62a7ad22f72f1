import { guards } from '../../core/procedure.server.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { bestContract as contract } from './contract.ts'
import { listBestPosts } from './sql.server.ts'

const { visitor } = guards(contract)

export const bestProcedures = {
  /** The cached list is invalidated only when a listed post changes. Others appear within ten seconds. */
  list: visitor.list.handler(async ({ context }) => {
    const items = await listBestPosts(context.db)
    for (const { id, author } of items.flatMap(({ posts }) => posts))
      tag(`post:${id}`, ...(author ? [`profile:${author.id}`] : []))
    return { items, next: null }
  }),
}
