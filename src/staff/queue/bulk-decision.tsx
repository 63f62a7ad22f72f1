import { client } from '../../core/client.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import type { CaseResult, ModerationCase } from './case-schemas.ts'
import { type Decision, DecisionForm } from './decision-form.tsx'
import { CASES_MAX } from './policy.ts'
import { groupsAround, type Selection } from './selection.ts'

interface Props {
  items: ModerationCase[]
  selection: Selection
  /** Called after all cases were decided. */
  onDecided: () => void
}

/** The form to decide all selected cases in the same way. */
export function BulkDecision({ items, selection, onDecided }: Props) {
  const { cases, failures } = selection
  if (cases.length === 0 && failures.length === 0) return null
  const isPending = cases.some(({ source }) => source === 'pending')
  const isMixed = isPending && cases.some(({ source }) => source !== 'pending')
  const send = async (decision: Decision) => {
    const ids = cases.map(({ id }) => id)
    const { items: results } = await client.moderationCases.decideMany({ ids, ...decision })
    throwSharedError(results)
    selection.settle(results)
    const decided = results.filter(({ closed }) => closed).length
    if (decided < results.length) return `${decided} of ${countOf(results.length)} decided`
    onDecided()
    return `${countOf(decided)} decided`
  }
  return (
    <section
      data-bulk-decision
      tabIndex={-1}
      aria-label="Selected cases"
      className="my-4 grid gap-4 rounded-lg border border-line p-4"
    >
      <SelectionBar items={items} selection={selection} />
      <Failures failures={failures} />
      {isMixed && <p>Select either reports or content awaiting approval. They need different decisions.</p>}
      {cases.length > 0 && !isMixed && (
        <DecisionForm
          key={String(isPending)}
          subject={isPending ? PENDING : REPORTED}
          claim={NO_CLAIM}
          send={send}
          onDecided={() => undefined}
          hasKeys={false}
        />
      )}
    </section>
  )
}

/** Selected cases are not claimed, because their decision is sent at once. */
const NO_CLAIM = { hasActed: false, act: () => undefined, notice: undefined }

function SelectionBar({ items, selection }: Pick<Props, 'items' | 'selection'>) {
  const groups = groupsAround(selection.cases, items)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div role="status">
        <h2 className="font-sans text-base font-semibold">
          {countOf(selection.cases.length)} selected{selection.cases.length === CASES_MAX && ', the maximum'}
        </h2>
      </div>
      {groups.length > 0 && (
        <Menu
          label="Select more cases"
          entries={groups.map(({ label, ids }) => ({ label, onSelect: () => selection.select(ids) }))}
          className="min-h-9 rounded-md px-2 font-medium text-act hover:bg-ground pointer-coarse:min-h-11"
        >
          Select more
        </Menu>
      )}
      <Button kind="link" onClick={() => selection.select([])}>
        Clear selection
      </Button>
    </div>
  )
}

function Failures({ failures }: Pick<Selection, 'failures'>) {
  if (failures.length === 0) return null
  return (
    <div role="alert" className="text-sm">
      <p className="font-medium text-bad">{countOf(failures.length)} not decided:</p>
      <ul className="grid gap-1">
        {failures.map(({ item: { id, kind, member, author_name }, message }) => (
          <li key={id} className="wrap-anywhere">
            A {kind} by <bdi>{member?.username ?? author_name ?? 'a former member'}</bdi>: {message}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Throws if an input was refused for every case, so that the form shows the error at its field. */
function throwSharedError(results: readonly CaseResult[]): void {
  const [first] = results
  const field = first?.error?.field
  if (!field || results.some(({ error }) => error?.field !== field)) return
  throw Object.assign(new Error(first.error?.message), { code: 'BAD_REQUEST', status: 400, data: { field } })
}

function countOf(count: number): string {
  return count === 1 ? '1 case' : `${count} cases`
}

const SANCTIONS = ['warn', 'require_approval', 'rate_limit', 'suspend'] as const
/** Actions that most cases allow. The server refuses an action where a case does not allow it. */
const REPORTED = {
  source: 'report',
  actions: ['remove', ...SANCTIONS],
  canBeMoot: false,
  closed: null,
} as const
const PENDING = {
  source: 'pending',
  actions: ['approve', 'reject', ...SANCTIONS],
  canBeMoot: false,
  closed: null,
} as const
