import { useQuery } from '@tanstack/react-query'
import { Columns } from '../../ui/list/columns.tsx'
import { LinkTab, LinkTabs } from '../../ui/tabs.tsx'
import { ConceptList } from '../concepts/concept-list.tsx'
import { useConcepts } from '../concepts/queries.ts'
import { NoPosts } from '../posts/list/forum-page.tsx'
import { ListFilters } from '../posts/list/list-filters.tsx'
import { PostList } from '../posts/list/post-list.tsx'
import { COUNT_LIMIT, SEARCH_KINDS, type SearchKind } from './policy.ts'
import { resolveSearchText, summaryQuery } from './queries.ts'
import { SearchResults } from './results.tsx'
import { forumSearch, type Search, searchHref } from './search-params.ts'
import { SearchTips } from './search-tips.tsx'

const PATH = '/forum'

const LABELS: Record<SearchKind, string> = {
  posts: 'Posts',
  comments: 'Comments',
  notes: 'Notes',
  people: 'People',
}

export function SearchPage({ search }: { search: Search }) {
  const concepts = useConcepts()
  const { data: summary } = useQuery(summaryQuery(search))
  const { in: kind = 'posts' } = search
  const shown = { ...search, search: resolveSearchText(search, summary) }
  return (
    <Columns asideLabel="Concepts" aside={<ConceptList concepts={concepts} />}>
      <div className="flex items-center justify-between gap-4">
        <h1 className="text-2xl">Search</h1>
        <SearchTips />
      </div>
      <SpellingNotice search={search} spelling={summary?.spelling ?? null} />
      {summary?.problems.map((problem) => (
        <p key={problem} role="status" dir="auto" className="mb-2 text-muted wrap-anywhere">
          {problem}
        </p>
      ))}
      <LinkTabs label="Results">
        {SEARCH_KINDS.map((each) => (
          <LinkTab
            key={each}
            to={PATH}
            search={forumSearch({ search: search.search, spelling: search.spelling, in: each })}
            resetScroll={false}
            current={each === kind}
          >
            {LABELS[each]}
            {summary && ` (${formatCount(summary.counts[each])})`}
          </LinkTab>
        ))}
      </LinkTabs>
      {kind === 'posts' ? (
        <>
          <div className="mt-3">
            <ListFilters path={PATH} search={shown} concepts={concepts} />
          </div>
          <PostList path={PATH} search={shown} pinnedFirst empty={<NoPosts search={shown} />} />
        </>
      ) : (
        <SearchResults search={shown} />
      )}
    </Columns>
  )
}

function formatCount(count: number): string {
  return count > COUNT_LIMIT ? `${COUNT_LIMIT}+` : String(count)
}

/** Tells the reader that the spelling was corrected, or suggests it. `spelling` is the corrected search. */
function SpellingNotice({ search, spelling }: { search: Search; spelling: string | null }) {
  if (!spelling) return null
  if (search.spelling === 'typed')
    return (
      <p className="mb-3 text-muted">
        Did you mean{' '}
        <a
          href={searchHref(search, { search: spelling, spelling: undefined })}
          className="text-act underline"
        >
          {spelling}
        </a>
        ?
      </p>
    )
  return (
    <p role="status" className="mb-3 wrap-anywhere">
      Showing results for <b>{spelling}</b>.{' '}
      <a href={searchHref(search, { spelling: 'typed' })} className="text-act underline">
        Search instead for “<bdi>{search.search}</bdi>”
      </a>
    </p>
  )
}
