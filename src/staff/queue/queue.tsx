import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'
import type { Viewer } from '../../core/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { BulkDecision } from './bulk-decision.tsx'
import { CaseItem } from './case-item.tsx'
import { KeyLegend, useCaseKeys } from './case-keys.tsx'
import { type QueueFilter, QueueFilters } from './queue-filters.tsx'
import { useSelection } from './selection.ts'
import { useOpenCase } from './use-open-case.ts'

function casePages({ state, kind, source, assigned }: QueueFilter) {
  return api.moderationCases.list.infiniteOptions({
    ...cursorPages({
      state,
      ...(kind && { kind }),
      ...(source && { source }),
      ...(assigned && { assigned }),
    }),
    staleTime: 0,
  })
}

/** The list of moderation cases. One case at a time can be opened and decided in the list. */
export function Queue({ viewer }: { viewer: Viewer }) {
  const [filter, setFilter] = useState<QueueFilter>({ state: 'open' })
  const list = useInfiniteQuery(casePages(filter))
  const { items, openId, open, openNext, close } = useOpenCase(
    list.data?.pages.flatMap((page) => page.items) ?? [],
  )
  const selection = useSelection(items)
  const empty = useRef<HTMLDivElement>(null)
  const finish = () => {
    close()
    empty.current?.focus()
  }
  useCaseKeys()
  return (
    <>
      <QueueFilters
        filter={filter}
        onChange={(changed) => {
          close()
          selection.select([])
          setFilter(changed)
        }}
      />
      <KeyLegend />
      {list.isPending && <RowListSkeleton count={6} label="Loading cases" />}
      {list.isError && !list.data && (
        <ErrorState title="The cases could not be loaded" onRetry={() => void list.refetch()} />
      )}
      <BulkDecision items={items} selection={selection} onDecided={finish} />
      <div ref={empty} tabIndex={-1} className="outline-none">
        {list.data && items.length === 0 && <Empty filter={filter} />}
      </div>
      <ul aria-label="Cases">
        {items.map((item) => (
          <CaseItem
            key={item.id}
            item={item}
            viewer={viewer}
            selection={selection}
            isOpen={item.id === openId}
            onToggle={() => (item.id === openId ? close() : open(item))}
            onDecided={() => openNext(item) || empty.current?.focus()}
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

function Empty({ filter: { state, kind, source, assigned } }: { filter: QueueFilter }) {
  if (state === 'closed')
    return <EmptyState title="No closed cases yet">Closed cases will appear here.</EmptyState>
  return (
    <EmptyState title="No open cases">
      {kind || source || assigned
        ? 'No open cases match these filters.'
        : 'Reports and content awaiting approval appear here immediately.'}
    </EmptyState>
  )
}
