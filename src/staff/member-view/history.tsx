import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'
import { actionText, actorText, entryHref } from '../../moderation/log/copy.ts'
import { REASON_NAMES } from '../../moderation/reports/policy.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { DateOnly, ShortTime } from '../../ui/format/time.tsx'
import type { HistoryEntry } from './contract.ts'

/** Lists actions and cases about a member, and outcomes of the member's own reports, newest first. */
export function History({ username }: { username: string }) {
  const list = useInfiniteQuery(
    api.memberView.history.infiniteOptions({ ...cursorPages({ username }), staleTime: 0 }),
  )
  const lines = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      {list.isPending && <RowListSkeleton count={3} label="Loading history" />}
      {list.isError && !list.data && (
        <ErrorState title="The history could not be loaded" onRetry={() => void list.refetch()} />
      )}
      {list.data && lines.length === 0 && <p className="text-muted">No history yet.</p>}
      <ol className="grid gap-2">
        {lines.map((line) => (
          <li key={line.id} className="min-w-0 wrap-anywhere">
            <Line line={line} />
          </li>
        ))}
      </ol>
      {list.hasNextPage && (
        <Button
          kind="quiet"
          className="mx-auto mt-4 flex"
          pending={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Earlier
        </Button>
      )}
    </>
  )
}

function Line({ line }: { line: HistoryEntry }) {
  if (line.type === 'case')
    return (
      <p>
        A case about their {line.kind}, {line.report_count} {line.report_count === 1 ? 'report' : 'reports'}:{' '}
        {line.outcome ? CASE_ENDS[line.outcome] : <b className="font-semibold">open</b>}{' '}
        <When at={line.created_at} />
      </p>
    )
  if (line.type === 'report')
    return (
      <p>
        They reported a {line.kind}, “{REASON_NAMES[line.reason]}”: {CASE_ENDS[line.outcome]}{' '}
        <When at={line.created_at} />
      </p>
    )
  const { rule, reason, note, ends_at } = line
  return (
    <>
      <p>
        <a href={entryHref(line.id)} className="text-act underline underline-offset-4">
          {actionText({ ...line, member: null })}
        </a>
        , {actorText(line)}
        {ends_at && (
          <>
            , until <DateOnly iso={ends_at} />
          </>
        )}{' '}
        <When at={line.created_at} />
      </p>
      {(rule || reason) && (
        <p className="text-sm">{[rule && `Rule ${rule}`, reason].filter(Boolean).join(': ')}</p>
      )}
      {note && <p className="text-sm whitespace-pre-line text-muted">{note}</p>}
    </>
  )
}

function When({ at }: { at: string }) {
  return (
    <span className="text-sm text-muted">
      <ShortTime iso={at} />
    </span>
  )
}

const CASE_ENDS = { upheld: 'upheld', rejected: 'rejected', moot: 'closed, content deleted' } as const
