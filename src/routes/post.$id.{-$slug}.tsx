import { createFileRoute } from '@tanstack/react-router'
import { commentsSearch, commentsView } from '../content/comments/comments-view.ts'
import { loadPost, redirectToComment } from '../content/posts/load-post.ts'
import { PostNotFound } from '../content/posts/post-not-found.tsx'
import { PostPage } from '../content/posts/post-page.tsx'
import { PostSkeleton } from '../content/posts/skeletons.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.tsx'

/** Menu for moderators and admins, loaded only for them. */
const PostModerationMenu = lazyWithRetry(() => import('../staff/post-moderation/post-moderation-menu.tsx'), {
  failure: null,
})

export const Route = createFileRoute('/post/$id/{-$slug}')({
  validateSearch: commentsSearch,
  loaderDeps: ({ search }) => commentsSearch({ ...search }),
  loader: async ({ context, params, deps }) => {
    if (deps.comment) await redirectToComment(params, deps.comment, deps.sort)
    return loadPost(context, { ...params, search: deps })
  },
  head: ({ loaderData, match }) =>
    loaderData ?? { meta: [{ title: `Post not found | ${match.context.site.name}` }] },
  pendingComponent: () => <PostSkeleton />,
  notFoundComponent: PostNotFound,
  component: () => {
    const { id } = Route.useParams()
    return (
      <PostPage
        key={id}
        id={id}
        comments={commentsView(Route.useLoaderDeps())}
        moderation={PostModerationMenu}
      />
    )
  },
})
