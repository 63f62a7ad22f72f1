import { useInfiniteQuery } from '@tanstack/react-query'
import { useSession } from '../../accounts/session/session.tsx'
import { SignInLink } from '../../accounts/session/sign-in-link.tsx'
import { api } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'
import { ButtonAnchor } from '../../ui/button.tsx'
import { Announcement, listGrowthText } from '../../ui/feedback/announcement.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { CardListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { ListEnd } from '../../ui/list/list-end.tsx'
import { NextPage } from '../../ui/list/next-page.tsx'
import { PostCards } from '../posts/card/post-cards.tsx'
import { type ListSearch, listHref } from '../posts/list/search-params.ts'
import { sortOf } from '../posts/policy.ts'

/** Lists followed posts, or prompts guests to sign in. */
export function FollowingList({ search }: { search: ListSearch }) {
  const { viewer } = useSession()
  if (!viewer)
    return (
      <>
        <div className="maybe-member:hidden">
          <SignInForIt search={search} />
        </div>
        <div className="hidden maybe-member:block">{FOLLOWED_SKELETON}</div>
      </>
    )
  return <FollowedPosts search={search} />
}

function SignInForIt({ search }: { search: ListSearch }) {
  const redirect = listHref('/forum', search)
  return (
    <EmptyState
      icon="icon-bell"
      title="Sign in to see what you follow"
      action={
        <SignInLink redirect={redirect} words="Please sign in to see what you follow">
          Sign In
        </SignInLink>
      }
    >
      Posts from people and concepts you follow appear here, and posts you follow.
    </EmptyState>
  )
}

export const FOLLOWED_SKELETON = <CardListSkeleton count={4} label="Loading posts" />

/** Followed posts are private, so the server's HTML never contains them. */
export function FollowedPosts({ search }: { search: ListSearch }) {
  const list = useInfiniteQuery(followedPostsQuery(search))
  if (list.isPending) return FOLLOWED_SKELETON
  const pages = list.data?.pages ?? []
  const posts = [...new Map(pages.flatMap(({ items }) => items).map((post) => [post.id, post])).values()]
  const next = pages.at(-1)?.next
  const isFiltered = Boolean(search.time || search.concepts)
  return (
    <>
      {posts.length > 0 && <PostCards posts={posts} />}
      {posts.length === 0 && !list.isError && (isFiltered ? <NothingMatches /> : <NothingFollowed />)}
      <Announcement>{listGrowthText(pages, 'posts')}</Announcement>
      {list.isError && <ListEnd list={list} failure="The posts could not be loaded" />}
      {list.isFetchingNextPage && <CardListSkeleton count={3} label="Loading more posts" />}
      {next && !list.isError && (
        <NextPage
          href={listHref('/forum', search, { following: '1', cursor: next })}
          onReach={() => void list.fetchNextPage()}
        />
      )}
    </>
  )
}

function NothingFollowed() {
  return (
    <EmptyState
      icon="icon-bell"
      title="Nothing here yet"
      action={<ButtonAnchor href="/community">Find people</ButtonAnchor>}
    >
      Posts from people and concepts you follow appear here, and posts you follow.
    </EmptyState>
  )
}

function NothingMatches() {
  return (
    <EmptyState
      title="No posts found"
      action={
        <a href="/forum?following=1" className="chip">
          Show all posts
        </a>
      }
    >
      No posts you follow match these filters.
    </EmptyState>
  )
}

function followedPostsQuery({ time, concepts, ...order }: ListSearch) {
  const sort = sortOf(order) as Exclude<ReturnType<typeof sortOf>, 'relevance'>
  const filters = { sort, ...(time && { time }), ...(concepts && { concepts: concepts.join(',') }) }
  return api.following.posts.infiniteOptions(cursorPages(filters, order.cursor))
}
