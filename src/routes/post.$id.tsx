import { createFileRoute } from '@tanstack/react-router'
import { readCursor } from '../features/comments/cursor.ts'
import { PostNotFound } from '../features/posts/post-not-found.tsx'
import { PostPage } from '../features/posts/post-page.tsx'
import { PostSkeleton } from '../features/posts/post-skeleton.tsx'

/** Where the comments begin, for those who read without script; what is not of ours is the beginning. */
function postSearch({ comments }: { comments?: unknown }): { comments?: string } {
  return typeof comments === 'string' && readCursor(comments) ? { comments } : {}
}

export const Route = createFileRoute('/post/$id')({
  validateSearch: postSearch,
  loaderDeps: ({ search }) => postSearch(search),
  // A route's loader is part of the application that every page loads; what it does need not be.
  loader: async ({ context, params, deps }) => {
    const { loadPost } = await import('../features/posts/load-post.ts')
    return loadPost(context, params.id, deps.comments)
  },
  head: ({ loaderData, match }) =>
    loaderData ?? { meta: [{ title: `Post not found | ${match.context.site.name}` }] },
  pendingComponent: PostSkeleton,
  notFoundComponent: PostNotFound,
  component: Post,
})

function Post() {
  const { id } = Route.useParams()
  return <PostPage key={id} id={id} commentsFrom={Route.useLoaderDeps().comments} />
}
