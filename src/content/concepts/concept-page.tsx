import { useSuspenseQuery } from '@tanstack/react-query'
import { FollowSubjectButton } from '../../people/follows/follow-subject-button.tsx'
import { CREATE_POST } from '../../shared/branding/destinations.ts'
import { FeedLink } from '../../shared/branding/feed-links.tsx'
import { ListBoundary } from '../../shared/branding/list-boundary.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SortTabs, TimeChips } from '../posts/list/list-filters.tsx'
import { PostList } from '../posts/list/post-list.tsx'
import type { ListSearch } from '../posts/list/search-params.ts'
import { ConceptIcon, PostCount } from './concept-list.tsx'
import type { ConceptDetails } from './contract.ts'
import { conceptQuery } from './queries.ts'

export function ConceptPage({ id, search }: { id: string; search: ListSearch }) {
  return (
    <>
      <a href="/concepts" className="back-link">
        <Icon icon="icon-arrow-left" />
        All concepts
      </a>
      <ListBoundary
        query={conceptQuery(id)}
        failure="The concept could not be loaded"
        toast="Failed to load categories"
        heading={
          <h1 dir="auto" className="mb-6 text-3xl leading-tight">
            Concept
          </h1>
        }
      >
        <LoadedConcept id={id} search={search} />
      </ListBoundary>
    </>
  )
}

function LoadedConcept({ id, search }: { id: string; search: ListSearch }) {
  const { data: concept } = useSuspenseQuery(conceptQuery(id))
  const path = `/concepts/${concept.id}`
  return (
    <>
      <ConceptHeading concept={concept} />
      <SortTabs path={path} search={search} />
      <div className="relative mt-3.5 flex flex-wrap gap-2 empty:hidden">
        <TimeChips path={path} search={search} />
      </div>
      <PostList
        path={path}
        search={search}
        concept={concept.id}
        empty={<NoPosts id={concept.id} path={path} isFiltered={Boolean(search.time || search.cursor)} />}
      />
    </>
  )
}

function ConceptHeading({
  concept: { id, name, color, description, post_count },
}: {
  concept: ConceptDetails
}) {
  return (
    <header className="mb-6">
      <ConceptIcon color={color} />
      <h1 dir="auto" className="mt-3 text-3xl leading-tight">
        {name}
      </h1>
      {description && <p className="mt-2 max-w-2xl font-serif text-lg text-muted">{description}</p>}
      <p className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
        <ButtonLink to={CREATE_POST} search={{ concept: id }} icon="icon-pen-line">
          Create Post
        </ButtonLink>
        <FollowSubjectButton subject={{ type: 'concept', id, name }} />
        <PostCount value={post_count} />
        <FeedLink path={`/feeds/concepts/${id}`} of={name} />
      </p>
    </header>
  )
}

function NoPosts({ id, path, isFiltered }: { id: string; path: string; isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        title="No posts found"
        action={
          <a href={path} className="chip">
            Show all posts
          </a>
        }
      >
        No posts on this concept in this period.
      </EmptyState>
    )
  return (
    <EmptyState
      title="No posts found for this concept yet"
      action={
        <ButtonLink to="/create-post" search={{ concept: id }} icon="icon-pen-line">
          Create the first post
        </ButtonLink>
      }
    >
      Be the first to share a thought on it.
    </EmptyState>
  )
}

export function ConceptNotFound() {
  return (
    <EmptyState
      as="h1"
      title="Category not found"
      action={
        <ButtonLink to="/concepts" icon="icon-arrow-left">
          All concepts
        </ButtonLink>
      }
    >
      There’s no concept at this address. It may have been deleted.
    </EmptyState>
  )
}
