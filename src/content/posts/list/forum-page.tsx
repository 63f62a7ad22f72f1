import type { ReactNode } from 'react'
import { useSession } from '../../../accounts/session/session.tsx'
import { CachedFragment } from '../../../platform/cache/cached-fragment.tsx'
import { CREATE_POST } from '../../../shared/branding/destinations.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { useConcepts } from '../../concepts/queries.ts'
import { PendingPosts } from '../write/pending-posts.tsx'
import { ListFilters } from './list-filters.tsx'
import { PostList } from './post-list.tsx'
import type { ListSearch } from './search-params.ts'

const PATH = '/forum'

interface Props {
  search: ListSearch
  /** List of followed posts, shown instead of all posts. */
  followed?: ReactNode
}

export function ForumPage({ search, followed }: Props) {
  const concepts = useConcepts()
  const { viewer } = useSession()
  return (
    <>
      <div className="mb-5 flex items-center justify-between gap-4">
        <h1 className="text-2xl">Posts</h1>
        <ButtonLink to={CREATE_POST} icon="icon-pen-line">
          Create Post
        </ButtonLink>
      </div>
      <CachedFragment name="filters" shows={[search, concepts]}>
        <ListFilters path={PATH} search={search} concepts={concepts} />
      </CachedFragment>
      {viewer && <PendingPosts />}
      {followed ?? <PostList path={PATH} search={search} pinnedFirst empty={<NoPosts search={search} />} />}
    </>
  )
}

export function NoPosts({ search }: { search: ListSearch }) {
  const isFiltered = Object.keys(search).length > 0
  return (
    <EmptyState
      title="No posts found"
      action={
        <ButtonLink to={CREATE_POST} icon="icon-pen-line">
          Create Post
        </ButtonLink>
      }
    >
      {search.search
        ? 'Try fewer or different words.'
        : isFiltered
          ? 'No posts match these filters.'
          : 'Write the first post.'}{' '}
      {isFiltered && (
        <a href={PATH} className="text-act underline underline-offset-4">
          Show all posts
        </a>
      )}
    </EmptyState>
  )
}
