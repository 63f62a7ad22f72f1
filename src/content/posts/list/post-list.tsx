import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../../accounts/session/session.tsx'
import { ListBoundary } from '../../../shared/branding/list-boundary.tsx'
import { Announcement, listGrowthText } from '../../../ui/feedback/announcement.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { CardListSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { NextPage } from '../../../ui/list/next-page.tsx'
import { useGrownPages } from '../../../ui/list/use-grown-pages.ts'
import type { CardPage, CardPost } from '../card/post-card.tsx'
import { PostCards } from '../card/post-cards.tsx'
import { postListQuery } from './list-queries.ts'
import { LiveList } from './live-list.tsx'
import { type ListSearch, listHref } from './search-params.ts'

interface Props {
  path: string
  search: ListSearch
  /** Id of the concept if the list belongs to a concept page. */
  concept?: string
  pinnedFirst?: boolean
  empty: ReactNode
}

/** List that loads more posts on scroll. Without JavaScript, it has a link to the next page. */
export function PostList(props: Props) {
  return (
    <ListBoundary query={postListQuery(optionsOf(props))} failure="The posts could not be loaded">
      <Posts {...props} />
    </ListBoundary>
  )
}

function optionsOf({ search, concept, pinnedFirst }: Props) {
  return { ...search, ...(concept && { concepts: [concept] }), pinnedFirst }
}

function Posts(props: Props) {
  const { path, search, empty } = props
  const { viewer } = useSession()
  const options = optionsOf(props)
  const list = useSuspenseInfiniteQuery(postListQuery(options))
  const [{ pages }, isGrowing] = useGrownPages(list.data)
  const [first] = useState(pages.length)
  const lists = withoutRepeats(pages)
  const next = pages.at(-1)?.next ?? null
  const live = viewer && <LiveList options={options} known={new Set(lists.flat().map(({ id }) => id))} />
  if (lists.flat().length === 0 && !next)
    return (
      <>
        {live}
        {empty}
      </>
    )
  return (
    <>
      {live}
      {search.cursor && (
        <a href={listHref(path, search)} className="page-link">
          Back to the beginning
        </a>
      )}
      {lists.map((posts, index) => (
        <PostCards
          // biome-ignore lint/suspicious/noArrayIndexKey: pages are never reordered
          key={index}
          posts={posts}
          isAppended={index >= first}
        />
      ))}
      {list.isFetchNextPageError && (
        <ErrorState title="The next posts could not be loaded" onRetry={() => void list.fetchNextPage()} />
      )}
      {(list.isFetchingNextPage || isGrowing) && <CardListSkeleton count={3} label="Loading more posts" />}
      <Announcement>{listGrowthText(pages, 'posts')}</Announcement>
      {next && !list.isFetchNextPageError && (
        <NextPage href={listHref(path, search, { cursor: next })} onReach={() => void list.fetchNextPage()} />
      )}
    </>
  )
}

/** Removes duplicates of posts that moved down a page. Keeps the first position and the latest version. */
function withoutRepeats(pages: CardPage[]): CardPost[][] {
  const latest = new Map(pages.flatMap(({ items }) => items.map((post) => [post.id, post] as const)))
  return pages.map(({ items }) =>
    items.flatMap(({ id }) => {
      const post = latest.get(id)
      latest.delete(id)
      return post ?? []
    }),
  )
}
