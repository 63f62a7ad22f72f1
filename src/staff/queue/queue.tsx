import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { api, client } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'
import type { Viewer } from '../../core/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { CONTROL } from '../../ui/form/control-look.ts'
import { CaseItem } from './case-item.tsx'
import { KeyLegend, useCaseKeys } from './case-keys.tsx'
import type { ModerationCase } from './case-schemas.ts'
import { CASE_KINDS, type CaseKind, CLAIM_MINUTES, WAITING_CAP } from './policy.ts'
import { waitingCasesQuery } from './waiting-cases.tsx'

interface QueueFilter {
  state: 'open' | 'closed'
  kind?: CaseKind | undefined
  source?: 'report' | 'pending' | undefined
}

function casePages({ state, kind, source }: QueueFilter) {
  return api.moderationCases.list.infiniteOptions({
    ...cursorPages({ state, ...(kind && { kind }), ...(source && { source }) }),
    staleTime: 0,
  })
}

/** The list of moderation cases. One case at a time can be opened and decided in the list. */
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
    return <EmptyState title="No closed cases yet">Closed cases will appear here.</EmptyState>
  return (
    <EmptyState title="No open cases">
      {kind || source
        ? 'No open cases match these filters.'
        : 'Reports and content awaiting approval appear here immediately.'}
    </EmptyState>
  )
}

/** Milliseconds after which the claim of an open case is renewed, three minutes before it expires. */
const RENEW_MS = (CLAIM_MINUTES - 3) * 60_000

/** Returns the open case. Claims it if the viewer may decide it, so that others see who is reviewing it. */
function useOpenCase(viewer: Viewer) {
  const [opened, setOpened] = useState<ModerationCase>()
  const openId = opened?.id
  const isMine = opened !== undefined && !opened.closed && !opened.obstacle && isFree(opened, viewer)
  useEffect(() => {
    if (!openId || !isMine) return
    const claim = () => void client.moderationCases.claim({ id: openId }).catch(() => undefined)
    claim()
    const timer = setInterval(claim, RENEW_MS)
    return () => {
      clearInterval(timer)
      // Releases the claim when the viewer leaves the case. After a decision, this has no effect.
      void client.moderationCases.release({ id: openId }).catch(() => undefined)
    }
  }, [openId, isMine])
  return {
    openId,
    open: (item: ModerationCase) => {
      setOpened(item)
      focusCase(item.id)
    },
    close: () => setOpened(undefined),
  }
}

function isFree({ claim }: ModerationCase, viewer: Viewer): boolean {
  return !claim || claim.by.id === viewer.id
}

function focusCase(id: string): void {
  const item = document.getElementById(`case-${id}`)
  if (!item?.contains(document.activeElement)) item?.focus()
  item?.scrollIntoView({ block: 'nearest' })
}

interface FilterProps {
  filter: QueueFilter
  onChange: (filter: QueueFilter) => void
}

function QueueFilters({ filter, onChange }: FilterProps) {
  const { data } = useQuery(waitingCasesQuery())
  const countOf = (count: number | undefined) =>
    count === undefined ? '' : ` (${count >= WAITING_CAP ? `${WAITING_CAP - 1}+` : count})`
  const change = (name: keyof QueueFilter) => (value: string) =>
    onChange({ ...filter, [name]: value || undefined })
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Choice label="Show" value={filter.state} onChange={change('state')}>
        <option value="open">Open{countOf(data?.open)}</option>
        <option value="closed">Closed</option>
      </Choice>
      <Choice label="From" value={filter.source} onChange={change('source')}>
        <option value="">All</option>
        <option value="report">Reports</option>
        <option value="pending">Awaiting approval</option>
      </Choice>
      <Choice label="Kind" value={filter.kind} onChange={change('kind')}>
        <option value="">All</option>
        {CASE_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {KINDS[kind]}
            {filter.state === 'open' && countOf(data?.kinds[kind])}
          </option>
        ))}
      </Choice>
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string | undefined
  onChange: (value: string) => void
  children: ReactNode
}

function Choice({ label, value = '', onChange, children }: ChoiceProps) {
  return (
    <label className="flex items-center gap-2">
      <span className="w-10 flex-none text-muted">{label}</span>
      <select
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={`${CONTROL} min-h-11`}
      >
        {children}
      </select>
    </label>
  )
}

const KINDS: Record<CaseKind, string> = {
  post: 'Posts',
  comment: 'Comments',
  note: 'Notes',
  profile: 'Profiles',
  message: 'Messages',
  action: 'Appeals',
}
