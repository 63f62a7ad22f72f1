import { createFileRoute } from '@tanstack/react-router'
import { readCursor } from '../features/comments/cursor.ts'
import { loadPost } from '../features/posts/load-post.ts'
import { postHead } from '../features/posts/metadata.ts'
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
  loader: ({ context, params, deps, preload }) =>
    loadPost(context.queryClient, params.id, deps.comments, preload),
  head: ({ loaderData, match }) => {
    const { site } = match.context
    return loaderData ? postHead(site, loaderData) : { meta: [{ title: `Post not found | ${site.name}` }] }
  },
  pendingComponent: PostSkeleton,
  notFoundComponent: PostNotFound,
  component: Post,
})

function Post() {
  const { id } = Route.useParams()
  return <PostPage key={id} id={id} commentsFrom={Route.useLoaderDeps().comments} />
}
