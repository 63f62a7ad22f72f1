import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { isolateText } from '../../../platform/bidi-isolation.ts'
import { onPageEvent } from '../../../platform/http/page-protocol.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ConceptFilter } from '../../concepts/concept-filter.tsx'
import type { ConceptLabel } from '../../concepts/queries.ts'
import { type Sort, sortOf, type TimeFilter } from '../policy.ts'
import { hasTitlesOnly } from './density.ts'
import { type ListSearch, listHref, listSearch } from './search-params.ts'

interface Props {
  path: string
  search: ListSearch
  concepts: ConceptLabel[]
}

export function ListFilters({ path, search, concepts }: Props) {
  const chosen = [search.search, search.time, search.following, ...(search.concepts ?? [])].filter(
    Boolean,
  ).length
  return (
    <div className={search.search ? 'flex flex-wrap gap-2' : 'grid gap-3.5'}>
      {search.search ? (
        <SortSelect key={sortOf(search)} path={path} search={search} />
      ) : (
        <SortTabs path={path} search={search} />
      )}
      <button type="button" popoverTarget="filters" className="chip justify-self-start md:hidden">
        <Icon icon="icon-sliders-horizontal" className="size-4" />
        {chosen > 0 ? `Filters (${chosen})` : 'Filters'}
      </button>
      <section id="filters" popover="auto" aria-label="Filters" data-side="bottom" className="sheet filters">
        {search.search && (
          <Chosen href={listHref(path, search, { search: '' })}>{`“${isolateText(search.search)}”`}</Chosen>
        )}
        {!search.search && <FollowingChip path={path} search={search} />}
        <TimeChips path={path} search={search} />
        <ConceptFilter
          concepts={concepts}
          chosen={search.concepts ?? []}
          hrefOf={(ids) => listHref(path, search, { concepts: ids })}
        />
        <DensityChoice />
      </section>
    </div>
  )
}

type FilterProps = Pick<Props, 'path' | 'search'>

/** Sort order of search results. Without JavaScript, a button submits the form. */
function SortSelect({ path, search }: FilterProps) {
  const navigate = useNavigate()
  const select = useRef<HTMLSelectElement>(null)
  const sort = sortOf(search)
  const show = () => {
    const chosen = select.current?.value as Sort
    if (chosen !== sort) void navigate({ href: listHref(path, search, { sort: chosen }), resetScroll: false })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: applies a choice made before this code was loaded
  useEffect(show, [])
  const { sort: _, cursor: _cursor, ...rest } = listSearch({ ...search })
  return (
    <form action={path} className="flex gap-2">
      {Object.entries(rest).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      <label>
        <span className="sr-only">Sort by</span>
        <select
          ref={select}
          name="sort"
          defaultValue={sort}
          onChange={show}
          className="chip pointer-coarse:text-base"
        >
          {(Object.keys(SORT_LABELS) as Sort[]).map((each) => (
            <option key={each} value={each}>
              {SORT_LABELS[each]}
            </option>
          ))}
        </select>
      </label>
      <noscript>
        <button type="submit" className="chip">
          Sort
        </button>
      </noscript>
    </form>
  )
}

export function SortTabs({ path, search }: FilterProps) {
  const sort = sortOf(search)
  const sorts = (Object.keys(SORT_LABELS) as Sort[]).filter((each) => each !== 'relevance')
  return (
    <nav aria-label="Sort" className="flex overflow-x-auto border-b border-line [scrollbar-width:none]">
      {sorts.map((each) => (
        <a
          key={each}
          href={listHref(path, search, { sort: each })}
          aria-current={each === sort ? 'page' : undefined}
          className="flex min-h-11 flex-none items-center border-b-2 border-transparent px-3.5 text-sm font-medium text-muted -outline-offset-2 hover:text-text aria-[current]:border-act aria-[current]:text-text"
        >
          {SORT_LABELS[each]}
        </a>
      ))}
    </nav>
  )
}

function FollowingChip({ path, search }: FilterProps) {
  const { following } = search
  if (following) return <Chosen href={listHref(path, { ...search, following: undefined })}>Following</Chosen>
  return (
    <a href={listHref(path, search, { following: '1' })} className="chip" rel="nofollow">
      Following
    </a>
  )
}

/** Time filter for ranked lists. In other orders, a time from the URL is shown so that it can be removed. */
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

function Chosen({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="chip" aria-current="true">
      {children}
      <Icon icon="icon-x" className="size-3.5" />
      <span className="sr-only"> (remove)</span>
    </a>
  )
}

/** Button for the list density. Its clicks are handled by a script that runs before React (density.ts). */
function DensityChoice() {
  const isOn = useSyncExternalStore(onDensityChange, hasTitlesOnly, () => false)
  return (
    <button type="button" data-density-choice aria-pressed={isOn} className="chip">
      <Icon icon="icon-list" className="size-4" />
      Titles only
    </button>
  )
}

function onDensityChange(listener: () => void) {
  return onPageEvent('density-changed', listener)
}

const SORT_LABELS: Record<Sort, string> = {
  relevance: 'Relevance',
  newest: 'Newest',
  active: 'Active',
  top: 'Top',
  discussed: 'Discussed',
  views: 'Views',
  oldest: 'Oldest',
}

const TIME_LABELS: Record<TimeFilter, string> = {
  all: 'All Time',
  day: 'Today',
  week: 'This Week',
  month: 'This Month',
  year: 'This Year',
}

/** Offered time filters. `week` is only available through the URL. */
const OFFERED_TIMES = ['all', 'day', 'month', 'year'] as const
