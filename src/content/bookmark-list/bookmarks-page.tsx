import { useInfiniteQuery } from '@tanstack/react-query'
import { useRequiredMember } from '../../accounts/session/session.tsx'
import { api } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { NeedsScript } from '../../ui/feedback/needs-script.tsx'
import { CardListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { ListEnd } from '../../ui/list/list-end.tsx'
import { PostCards } from '../posts/card/post-cards.tsx'

/** Bookmarks are private, so the server's HTML never contains them. */
export function BookmarksPage() {
  const viewer = useRequiredMember()
  return (
    <>
      <h1 className="mb-3 text-2xl">Your Bookmarks</h1>
      <NeedsScript>Bookmarks need JavaScript because only you can see them.</NeedsScript>
      {viewer ? <Bookmarks /> : <CardListSkeleton count={4} label="Loading your bookmarks" />}
    </>
  )
}

function Bookmarks() {
  const list = useInfiniteQuery(bookmarksQuery)
  if (list.isPending) return <CardListSkeleton count={4} label="Loading your bookmarks" />
  const posts = list.data?.pages.flatMap((page) => page.items.map(({ post }) => post)) ?? []
  return (
    <>
      {posts.length > 0 && <PostCards posts={posts} />}
      {posts.length === 0 && !list.isError && <NoBookmarks />}
      <ListEnd list={list} failure="Your bookmarks could not be loaded" />
    </>
  )
}

function NoBookmarks() {
  return (
    <EmptyState
      icon="icon-bookmark"
      title="No bookmarks yet"
      action={<ButtonLink to="/forum">Browse Forum</ButtonLink>}
    >
      Posts you bookmark appear here. Only you can see them.
    </EmptyState>
  )
}

const bookmarksQuery = api.bookmarks.list.infiniteOptions(cursorPages({}))
