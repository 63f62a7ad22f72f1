import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { commentsSearch, commentsView } from '../features/comments/comments-view.ts'
import { PostNotFound } from '../features/posts/post-not-found.tsx'
import { PostPage } from '../features/posts/post-page.tsx'
import { PostSkeleton } from '../features/posts/post-skeleton.tsx'

/** For moderators and admins. */
const PostModerationMenu = lazy(() => import('../features/post-moderation/post-moderation-menu.tsx'))

export const Route = createFileRoute('/post/$id')({
  validateSearch: commentsSearch,
  loaderDeps: ({ search }) => commentsSearch({ ...search }),
  // A route's loader is part of the application that every page loads; what it does need not be.
  loader: async ({ context, params, deps }) => {
    const { loadPost, leadToComment } = await import('../features/posts/load-post.ts')
    if (deps.comment) await leadToComment(params.id, deps.comment, deps.sort)
    return loadPost(context, params.id, commentsView(deps))
  },
  head: ({ loaderData, match }) =>
    loaderData ?? { meta: [{ title: `Post not found | ${match.context.site.name}` }] },
  pendingComponent: PostSkeleton,
  notFoundComponent: PostNotFound,
  component: Post,
})

function Post() {
  const { id } = Route.useParams()
  return (
    <PostPage
      key={id}
      id={id}
      comments={commentsView(Route.useLoaderDeps())}
      moderation={PostModerationMenu}
    />
  )
}
