import { useInfiniteQuery } from '@tanstack/react-query'
import guide from '/docs/operations/import.md?url&no-inline'
import { api } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'
import { ButtonAnchor } from '../../ui/button.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { ListEnd } from '../../ui/list/list-end.tsx'
import { ImportItem } from './import-item.tsx'
import { isUnderWay } from './run-text.ts'

/** Milliseconds between refetches while a run is under way, and otherwise. */
const REFETCH_MS = 2000
const REFETCH_IDLE_MS = 15_000

export default function ImportRuns() {
  const list = useInfiniteQuery({
    ...api.imports.list.infiniteOptions({ ...cursorPages({}), staleTime: 0 }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.items.some(isUnderWay)) ? REFETCH_MS : REFETCH_IDLE_MS,
  })
  const items = list.data?.pages.flatMap((page) => page.items)
  if (items?.length === 0)
    return (
      <EmptyState
        icon="icon-import"
        title="No imports yet"
        action={
          <ButtonAnchor href={guide} target="_blank" rel="noopener">
            Read the guide
          </ButtonAnchor>
        }
      >
        You import a forum on the command line of the server, because its dump is too large to upload here.
        Its progress and report then appear on this page.
      </EmptyState>
    )
  return (
    <section aria-labelledby="imports" className="mt-6">
      <p className="max-w-3xl text-muted">
        You start an import on the command line of the server, because a dump is too large to upload here.{' '}
        <ExternalLink href={guide} className="text-act underline">
          The guide
        </ExternalLink>{' '}
        explains how.
      </p>
      <h2 id="imports" tabIndex={-1} className="mt-8 border-b border-line pb-3 text-xl">
        Imports
      </h2>
      {list.isPending && <RowListSkeleton count={3} label="Loading imports" />}
      <ul aria-label="Imports">
        {items?.map((run, index) => (
          <ImportItem key={run.id} run={run} isFirst={index === 0} />
        ))}
      </ul>
      <ListEnd list={list} failure="The imports could not be loaded" />
    </section>
  )
}
