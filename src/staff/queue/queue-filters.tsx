import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CONTROL } from '../../ui/form/control-look.ts'
import { CASE_KINDS, type CaseKind } from './policy.ts'
import { WAITING_CAP } from './waiting-cap.ts'
import { waitingCasesQuery } from './waiting-cases.tsx'

export interface QueueFilter {
  state: 'open' | 'closed'
  kind?: CaseKind | undefined
  source?: 'report' | 'pending' | undefined
  assigned?: 'mine' | 'none' | undefined
}

interface FilterProps {
  filter: QueueFilter
  onChange: (filter: QueueFilter) => void
}

export function QueueFilters({ filter, onChange }: FilterProps) {
  const { data } = useQuery(waitingCasesQuery())
  const countOf = (count: number | undefined) =>
    count === undefined ? '' : ` (${count >= WAITING_CAP ? `${WAITING_CAP - 1}+` : count})`
  const change = (name: keyof QueueFilter) => (value: string) =>
    onChange({ ...filter, [name]: value || undefined })
  return (
    <div className="grid gap-3 sm:grid-cols-2">
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
      <Choice label="Whose" value={filter.assigned} onChange={change('assigned')}>
        <option value="">All</option>
        <option value="mine">Mine</option>
        <option value="none">Unassigned</option>
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
      <span className="w-14 flex-none text-muted">{label}</span>
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
