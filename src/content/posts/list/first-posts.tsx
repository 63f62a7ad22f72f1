import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { ListBoundary } from '../../../shared/branding/list-boundary.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PostCards } from '../card/post-cards.tsx'
import { postListQuery } from './list-queries.ts'
import { listHref } from './search-params.ts'

interface Props {
  title: string
  sort: 'top' | 'newest'
}

/** Content of /posts/top and /posts/latest: the first page of a list, and a link to the full list. */
export function FirstPosts({ title, sort }: Props) {
  return (
    <>
      <h1 className="mb-3 text-2xl">{title}</h1>
      <ListBoundary query={postListQuery({ sort })} failure="The posts could not be loaded">
        <Posts sort={sort} />
      </ListBoundary>
    </>
  )
}

function Posts({ sort }: Pick<Props, 'sort'>) {
  const [page] = useSuspenseInfiniteQuery(postListQuery({ sort })).data.pages
  const { items = [], next = null } = page ?? {}
  return (
    <>
      {items.length === 0 ? <EmptyState title="No posts found" /> : <PostCards posts={items} />}
      {next && (
        <a href={listHref('/forum', { sort })} className="page-link">
          All posts
        </a>
      )}
    </>
  )
}
