import { guards } from '../../core/procedure.server.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { best as contract } from './contract.ts'
import { bestPosts } from './sql.server.ts'

const { visitor } = guards(contract)

export const best = {
  /** Changes to other posts don't invalidate the response: they appear within ten seconds. */
  list: visitor.list.handler(async ({ context }) => {
    const items = await bestPosts(context.db)
    for (const { id, author } of items.flatMap(({ posts }) => posts))
      tag(`post:${id}`, ...(author ? [`profile:${author.id}`] : []))
    return { items, next: null }
  }),
}
