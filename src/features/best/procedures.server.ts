import { visitor } from '../../api/procedure.server.ts'
import { tag } from '../../platform/pages.server.ts'
import { bestPosts } from './sql.server.ts'

export const best = {
  list: visitor.best.list.handler(async ({ context }) => {
    tag('posts')
    const items = await bestPosts(context.db)
    tag(
      ...items.flatMap(({ posts }) =>
        posts.flatMap(({ author }) => (author ? [`profile:${author.id}`] : [])),
      ),
    )
    return { items, next: null }
  }),
}
