import type { ReactNode } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { CategoryFilter } from '../../categories/category-filter.tsx'
import type { CategoryLabel } from '../../categories/queries.ts'
import { SEARCH_LIMIT, type Sort, sortOf } from '../policy.ts'
import { OFFERED_TIMES, SORT_LABELS, TIME_LABELS } from './filter-labels.ts'
import { type ListSearch, listHref } from './search-params.ts'

interface Props {
  path: string
  search: ListSearch
  categories: CategoryLabel[]
}

/** What a list shows and in which order. Links and one GET form: the address says it all. */
export function ListFilters({ path, search, categories }: Props) {
  return (
    <div className="grid gap-3.5">
      <SortTabs path={path} search={search} />
      <div className="chips">
        <SearchField path={path} search={search} />
        <TimeChips path={path} search={search} />
        <CategoryFilter
          categories={categories}
          chosen={search.categories ?? []}
          hrefOf={(ids) => listHref(path, search, { categories: ids })}
        />
      </div>
    </div>
  )
}

type FilterProps = Pick<Props, 'path' | 'search'>

export function SortTabs({ path, search }: FilterProps) {
  const sort = sortOf(search)
  const sorts = (Object.keys(SORT_LABELS) as Sort[]).filter((each) => search.search || each !== 'relevance')
  return (
    <nav aria-label="Sort" className="sort-tabs">
      {sorts.map((each) => (
        <a
          key={each}
          href={listHref(path, search, { sort: each })}
          aria-current={each === sort ? 'page' : undefined}
          className="sort-tab"
        >
          {SORT_LABELS[each]}
        </a>
      ))}
    </nav>
  )
}

/** Best of a time: what the rankings ask for. In the other orders a time that the address sets can be taken away. */
export function TimeChips({ path, search }: FilterProps) {
  const { time = 'all' } = search
  const sort = sortOf(search)
  if (sort !== 'top' && sort !== 'discussed' && sort !== 'views')
    return time === 'all' ? null : (
      <Chosen href={listHref(path, search, { time: 'all' })}>{TIME_LABELS[time]}</Chosen>
    )
  const times = OFFERED_TIMES.some((each) => each === time) ? OFFERED_TIMES : [...OFFERED_TIMES, time]
  return times.map((each) => (
    <a
      key={each}
      href={listHref(path, search, { time: each })}
      aria-current={each === time ? 'true' : undefined}
      className="chip"
    >
      {TIME_LABELS[each]}
    </a>
  ))
}

/** Keeps order and filters. An empty search, as every search field has it, is all posts. */
export function SearchField({ path, search, kind = 'posts' }: FilterProps & { kind?: string }) {
  const { sort, time, categories } = search
  const label = `Search ${kind}`
  return (
    <search className="max-md:w-full">
      <form action={path} className="chip search-chip">
        <Icon icon="icon-search" className="size-4" />
        <input
          key={search.search}
          type="search"
          name="search"
          defaultValue={search.search}
          maxLength={SEARCH_LIMIT}
          placeholder={label}
          aria-label={label}
        />
        {kind !== 'posts' && <input type="hidden" name="in" value={kind} />}
        {sort && <input type="hidden" name="sort" value={sort} />}
        {time && <input type="hidden" name="time" value={time} />}
        {categories && <input type="hidden" name="categories" value={categories.join(',')} />}
      </form>
    </search>
  )
}

function Chosen({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="chip" aria-current="true">
      {children}
      <Icon icon="icon-x" className="size-3.5" />
      <span className="sr-only"> (remove)</span>
    </a>
  )
}
