import { useQuery } from '@tanstack/react-query'
import { CONTROL } from '../../ui/form/control-look.ts'
import { CASE_KINDS, type CaseKind, WAITING_CAP } from './policy.ts'
import { type QueueFilter, waitingQuery } from './queries.ts'

interface Props {
  filter: QueueFilter
  onChange: (filter: QueueFilter) => void
}

export function QueueFilters({ filter, onChange }: Props) {
  const { data } = useQuery(waitingQuery())
  const countOf = (count: number | undefined) =>
    count === undefined ? '' : ` (${count >= WAITING_CAP ? `${WAITING_CAP - 1}+` : count})`
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <label className="flex items-center gap-2">
        <span className="w-10 flex-none text-muted">Show</span>
        <select
          value={filter.state}
          onChange={({ target }) => onChange({ ...filter, state: target.value as QueueFilter['state'] })}
          className={`${CONTROL} min-h-11`}
        >
          <option value="open">Open{countOf(data?.open)}</option>
          <option value="closed">Closed</option>
        </select>
      </label>
      <label className="flex items-center gap-2">
        <span className="w-10 flex-none text-muted">From</span>
        <select
          value={filter.source ?? ''}
          onChange={({ target }) =>
            onChange({ ...filter, source: (target.value || undefined) as QueueFilter['source'] })
          }
          className={`${CONTROL} min-h-11`}
        >
          <option value="">All</option>
          <option value="report">Reports</option>
          <option value="pending">Waits for approval</option>
        </select>
      </label>
      <label className="flex items-center gap-2">
        <span className="w-10 flex-none text-muted">Kind</span>
        <select
          value={filter.kind ?? ''}
          onChange={({ target }) =>
            onChange({ ...filter, kind: (target.value || undefined) as CaseKind | undefined })
          }
          className={`${CONTROL} min-h-11`}
        >
          <option value="">All</option>
          {CASE_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {KINDS[kind]}
              {filter.state === 'open' && countOf(data?.kinds[kind])}
            </option>
          ))}
        </select>
      </label>
    </div>
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
