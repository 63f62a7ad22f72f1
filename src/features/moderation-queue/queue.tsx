import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Viewer } from '../../api/core/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { CaseItem } from './case-item.tsx'
import type { ModerationCase } from './case-schemas.ts'
import { KeyLegend } from './key-legend.tsx'
import { casePages, type QueueFilter } from './queries.ts'
import { QueueFilters } from './queue-filters.tsx'
import { useCaseKeys } from './use-case-keys.ts'
import { useOpenCase } from './use-open-case.ts'

/** Cases in one column; one of them is open, and decided where it stands. */
export function Queue({ viewer }: { viewer: Viewer }) {
  const [filter, setFilter] = useState<QueueFilter>({ state: 'open' })
  const list = useInfiniteQuery(casePages(filter))
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const { openId, open, close } = useOpenCase(viewer)
  useCaseKeys()
  const goOn = (decided: ModerationCase) => {
    const at = items.findIndex(({ id }) => id === decided.id)
    const next = items[at + 1] ?? items[at - 1]
    if (next) open(next)
    else close()
  }
  return (
    <>
      <QueueFilters filter={filter} onChange={setFilter} />
      <KeyLegend />
      {list.isPending && <RowListSkeleton count={6} label="Loading cases" />}
      {list.isError && !list.data && (
        <ErrorState title="The cases could not be loaded" onRetry={() => void list.refetch()} />
      )}
      {list.data && items.length === 0 && <Empty filter={filter} />}
      <ul aria-label="Cases">
        {items.map((item) => (
          <CaseItem
            key={item.id}
            item={item}
            viewer={viewer}
            isOpen={item.id === openId}
            onToggle={() => (item.id === openId ? close() : open(item))}
            onDecided={() => goOn(item)}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          kind="quiet"
          className="mx-auto mt-4 flex"
          pending={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          More cases
        </Button>
      )}
    </>
  )
}

function Empty({ filter: { state, kind, source } }: { filter: QueueFilter }) {
  if (state === 'closed')
    return <EmptyState title="Nothing was decided yet">Closed cases stay here.</EmptyState>
  return (
    <EmptyState title="Nothing waits">
      {kind || source
        ? 'There is no open case of this kind.'
        : 'What members report, and what waits for approval, appears here at once.'}
    </EmptyState>
  )
}
