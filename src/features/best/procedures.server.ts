import { visitor } from '../../api/procedure.server.ts'
import { tag } from '../../platform/pages.server.ts'
import { bestPosts } from './sql.server.ts'

export const best = {
  /** What happens to other posts does not drop it: within ten seconds they have risen to where they belong. */
  list: visitor.best.list.handler(async ({ context }) => {
    const items = await bestPosts(context.db)
    for (const { id, author } of items.flatMap(({ posts }) => posts))
      tag(`post:${id}`, ...(author ? [`profile:${author.id}`] : []))
    return { items, next: null }
  }),
}
