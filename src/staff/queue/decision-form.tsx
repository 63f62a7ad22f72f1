import { useEffect, useRef, useState } from 'react'
import { client } from '../../core/client.ts'
import type { ErrorOf } from '../../core/use-field-error.ts'
import { GroundsFields, groundsInput, NO_GROUNDS } from '../../moderation/rules/grounds-fields.tsx'
import {
  NEW_DRAFT,
  type SanctionDraft,
  SanctionFields,
  toDecisionInput,
} from '../../moderation/sanctions/sanction-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { caseKey, useRuleKeys } from './case-keys.tsx'
import type { CaseDetail } from './case-schemas.ts'
import { FormNotices } from './form-notices.tsx'
import type { CaseClaim } from './use-claim.ts'
import { useDecide } from './use-decide.ts'

interface Props {
  detail: CaseDetail
  claim: CaseClaim
  onDecided: () => void
}

/** The form for a decision. Buttons have keyboard shortcuts (case-keys.tsx). Refused input is not cleared. */
export function DecisionForm({ detail, claim, onDecided }: Props) {
  const [grounds, setGrounds] = useState(NO_GROUNDS)
  const [draft, setDraft] = useState<SanctionDraft>()
  const { pending, form, errorOf, decide } = useDecide({ claim, onDecided })
  const isLocked = pending || detail.closed !== null
  const change = (changed: Partial<typeof grounds>) => {
    claim.act()
    setGrounds({ ...grounds, ...changed })
  }
  useRuleKeys((rule) => change({ rule }))
  const canRemove = detail.actions.includes('remove')
  const canApprove = detail.actions.includes('approve')
  const isPending = detail.source === 'pending'
  const punishing = isPending ? 'rejected' : 'upheld'
  const press = (outcome: 'upheld' | 'rejected' | 'moot', action?: 'remove' | 'approve' | 'reject') => () =>
    void decide(async () => {
      await client.moderationCases.decide({
        id: detail.id,
        outcome,
        actions: [
          ...(action ? [{ action }] : []),
          ...(draft && outcome === punishing && action !== 'approve' ? [toDecisionInput(draft)] : []),
        ],
        ...groundsInput(grounds),
      })
      return (isPending ? DONE_WITH_PENDING : DONE)[outcome]
    })
  return (
    <form ref={form} className="grid gap-3" noValidate onSubmit={(event) => event.preventDefault()}>
      <GroundsFields
        grounds={grounds}
        onChange={change}
        errorOf={errorOf}
        reasonHint={isPending ? PENDING_HINT : REPORTED_HINT}
        noteLabel="Note"
        noteHint="Only visible to moderators and admins."
      />
      <Measures
        detail={detail}
        draft={draft}
        onChange={(changed) => {
          claim.act()
          setDraft(changed)
        }}
        errorOf={errorOf}
      />
      <FormNotices claim={claim} closed={detail.closed} onNext={onDecided} />
      <div className="flex flex-wrap gap-3">
        {canApprove && (
          <Button {...caseKey('a')} disabled={isLocked} onClick={press('upheld', 'approve')}>
            Approve
          </Button>
        )}
        {canRemove && (
          <Button kind="danger" {...caseKey('r')} disabled={isLocked} onClick={press('upheld', 'remove')}>
            Remove
          </Button>
        )}
        {!isPending && (
          <Button {...caseKey('u')} disabled={isLocked} onClick={press('upheld')}>
            Uphold
          </Button>
        )}
        <Button
          kind={isPending ? 'danger' : 'quiet'}
          {...caseKey('x')}
          disabled={isLocked}
          onClick={press('rejected', isPending ? 'reject' : undefined)}
        >
          Reject
        </Button>
        {detail.now.state === 'gone' && (
          <Button kind="quiet" {...caseKey('m')} disabled={isLocked} onClick={press('moot')}>
            Close as deleted
          </Button>
        )}
      </div>
    </form>
  )
}

const REPORTED_HINT = 'Shown in the public log, without the reported text. Actions need a rule or a reason.'
const PENDING_HINT =
  'Shown to the author and, without the text, in the public log. A rejection needs a rule or a reason.'

const DONE = {
  upheld: 'Report upheld',
  rejected: 'Report rejected',
  moot: 'Case closed',
} as const
const DONE_WITH_PENDING = { ...DONE, upheld: 'Approved', rejected: 'Rejected' } as const

interface MeasuresProps {
  detail: Pick<CaseDetail, 'actions' | 'source'>
  draft: SanctionDraft | undefined
  onChange: (draft: SanctionDraft | undefined) => void
  errorOf: ErrorOf
}

/** Buttons to add a sanction of the author to the decision. At most one can be chosen. */
function Measures({ detail, draft, onChange, errorOf }: MeasuresProps) {
  const fields = useRef<HTMLDivElement>(null)
  const kind = draft?.kind
  useEffect(() => {
    if (kind) fields.current?.querySelector('textarea')?.focus()
  }, [kind])
  const measures = MEASURES.filter(({ action }) => detail.actions.includes(action))
  if (measures.length === 0) return null
  const toggle = (kind: SanctionDraft['kind']) =>
    onChange(draft?.kind === kind ? undefined : { ...(draft ?? NEW_DRAFT), kind })
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-medium">Action on the author</legend>
      <div className="flex flex-wrap gap-3">
        {measures.map(({ kind, key, label }) => (
          <Button
            key={kind}
            kind="quiet"
            {...caseKey(key)}
            aria-pressed={draft?.kind === kind}
            onClick={() => toggle(kind)}
            className="aria-pressed:bg-act-ground aria-pressed:text-act"
          >
            {label}
          </Button>
        ))}
      </div>
      {draft && (
        <div ref={fields} className="grid gap-3">
          <SanctionFields draft={draft} onChange={onChange} errorOf={errorOf} />
          <p className="text-sm text-faint">
            {detail.source === 'pending'
              ? 'Takes effect when you reject this.'
              : 'Takes effect when you uphold the report or remove this.'}
          </p>
        </div>
      )}
    </fieldset>
  )
}

const MEASURES = [
  { kind: 'warning', action: 'warn', key: 'w', label: 'Warn' },
  { kind: 'approval', action: 'require_approval', key: 'p', label: 'Require approval' },
  { kind: 'rate_limit', action: 'rate_limit', key: 'l', label: 'Limit' },
  { kind: 'suspension', action: 'suspend', key: 's', label: 'Suspend' },
] as const
