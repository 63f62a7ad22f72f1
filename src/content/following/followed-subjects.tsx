import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSession } from '../../accounts/session/session.tsx'
import { api } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'
import { FollowSubjectButton } from '../../people/follows/follow-subject-button.tsx'
import { postHref } from '../../shared/branding/item-address.ts'
import { badgeTint } from '../../ui/badge.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { ListEnd } from '../../ui/list/list-end.tsx'

export function OwnFollowedSubjects({ username }: { username: string }) {
  const { viewer } = useSession()
  if (viewer?.username.toLowerCase() !== username.toLowerCase()) return null
  return <FollowedSubjects />
}

function FollowedSubjects() {
  return (
    <>
      <Discussions />
      <Concepts />
      <p className="mt-6 text-sm text-muted">Only you can see which posts and concepts you follow.</p>
    </>
  )
}

function Discussions() {
  const list = useInfiniteQuery(discussionsQuery)
  const follows = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section aria-labelledby="followed-discussions" className="mt-10">
      <h2 id="followed-discussions" className="text-xl">
        Posts
      </h2>
      {list.isPending && <RowListSkeleton count={3} label="Loading posts" />}
      {list.data && follows.length === 0 && (
        <p className="py-4 text-muted">
          None yet. Select “Follow” below a post to be notified of new comments and list it here.
        </p>
      )}
      <ul>
        {follows.map(({ id, post }) => (
          <li key={id} data-list-item className={ROW}>
            <span className="min-w-0 flex-1 leading-snug wrap-anywhere">
              <a dir="auto" href={postHref(post)} className="font-semibold hover:text-act">
                {post.title}
              </a>
              <span className="block text-sm text-muted">
                {post.comment_count === 1 ? '1 comment' : `${post.comment_count} comments`}
              </span>
            </span>
            <FollowSubjectButton subject={{ type: 'post', id: post.id, name: post.title }} named />
          </li>
        ))}
      </ul>
      <ListEnd list={list} failure="The posts could not be loaded" />
    </section>
  )
}

function Concepts() {
  const { data, isPending, isError, refetch } = useQuery(api.following.concepts.queryOptions())
  return (
    <section aria-labelledby="followed-concepts" className="mt-10">
      <h2 id="followed-concepts" className="text-xl">
        Concepts
      </h2>
      {isPending && <RowListSkeleton count={2} label="Loading concepts" />}
      {isError && !data && (
        <ErrorState title="The concepts could not be loaded" onRetry={() => void refetch()} />
      )}
      {data?.items.length === 0 && (
        <p className="py-4 text-muted">
          None yet. Select “Follow” on the page of a{' '}
          <a href="/concepts" className="text-act hover:underline">
            concept
          </a>{' '}
          to see its posts under “Following” in the forum.
        </p>
      )}
      <ul>
        {data?.items.map(({ id, name, color }) => (
          <li key={id} data-list-item className={ROW}>
            <span className="min-w-0 flex-1">
              <a href={`/concepts/${id}`} dir="auto" className="badge" style={badgeTint(color)}>
                {name}
              </a>
            </span>
            <FollowSubjectButton subject={{ type: 'concept', id, name }} named />
          </li>
        ))}
      </ul>
    </section>
  )
}

const ROW = 'flex items-center gap-3 border-b border-line py-2.5'

const discussionsQuery = api.following.discussions.infiniteOptions(cursorPages({}))
