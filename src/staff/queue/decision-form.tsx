import { useState } from 'react'
import type { client } from '../../core/client.ts'
import type { DecisionActionName } from '../../moderation/policy.ts'
import { ReplyPicker } from '../../moderation/replies/reply-picker.tsx'
import type { ReportOutcome } from '../../moderation/reports/policy.ts'
import { GroundsFields, groundsInput, NO_GROUNDS } from '../../moderation/rules/grounds-fields.tsx'
import { type SanctionDraft, toDecisionInput } from '../../moderation/sanctions/sanction-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { caseKey, useRuleKeys } from './case-keys.tsx'
import type { CaseDetail } from './case-schemas.ts'
import { FormNotices } from './form-notices.tsx'
import { SanctionChoice } from './sanction-choice.tsx'
import type { CaseClaim } from './use-claim.ts'
import { useDecide } from './use-decide.ts'

/** Input of a decision, for one case or several. */
export type Decision = Omit<Parameters<typeof client.moderationCases.decide>[0], 'id'>

interface Props {
  subject: {
    source: CaseDetail['source']
    actions: readonly DecisionActionName[]
    canBeMoot: boolean
    closed: CaseDetail['closed']
  }
  claim: CaseClaim
  /** Sends the decision. Returns the title of the toast, or undefined for the usual one. */
  send: (decision: Decision) => Promise<string | undefined>
  onDecided: () => void
  /** Whether keys choose rules and press buttons (case-keys.tsx). */
  hasKeys: boolean
}

/** The form for a decision. Refused input is not cleared. */
export function DecisionForm({ subject, claim, send, onDecided, hasKeys }: Props) {
  const [grounds, setGrounds] = useState(NO_GROUNDS)
  const [draft, setDraft] = useState<SanctionDraft>()
  const { pending, form, errorOf, decide } = useDecide({ claim, onDecided })
  const change = (changed: Partial<typeof grounds>) => {
    claim.act()
    setGrounds({ ...grounds, ...changed })
  }
  useRuleKeys((rule) => hasKeys && change({ rule }))
  const isPending = subject.source === 'pending'
  const punishing = isPending ? 'rejected' : 'upheld'
  const press: Press = (outcome, action) =>
    void decide(async () => {
      const title = await send({
        outcome,
        actions: [
          ...(action ? [{ action }] : []),
          ...(draft && outcome === punishing && action !== 'approve' ? [toDecisionInput(draft)] : []),
        ],
        ...groundsInput(grounds),
      })
      return title ?? (isPending ? DONE_WITH_PENDING : DONE)[outcome]
    })
  return (
    <form ref={form} className="grid gap-3" noValidate onSubmit={(event) => event.preventDefault()}>
      <GroundsFields
        grounds={grounds}
        onChange={change}
        errorOf={errorOf}
        aside={
          <ReplyPicker label="Reason" value={grounds.reason} onInsert={(reason) => change({ reason })} />
        }
        reasonHint={isPending ? PENDING_HINT : REPORTED_HINT}
        noteLabel="Note"
        noteHint="Only visible to moderators and admins."
      />
      <SanctionChoice
        subject={subject}
        hasKeys={hasKeys}
        draft={draft}
        onChange={(changed) => {
          claim.act()
          setDraft(changed)
        }}
        errorOf={errorOf}
      />
      <FormNotices claim={claim} closed={subject.closed} onNext={onDecided} />
      <DecisionButtons
        subject={subject}
        hasKeys={hasKeys}
        isLocked={pending || subject.closed !== null}
        press={press}
      />
    </form>
  )
}

type Press = (outcome: ReportOutcome, action?: 'remove' | 'approve' | 'reject') => void

interface ButtonsProps extends Pick<Props, 'subject' | 'hasKeys'> {
  isLocked: boolean
  press: Press
}

function DecisionButtons({ subject, hasKeys, isLocked, press }: ButtonsProps) {
  const isPending = subject.source === 'pending'
  const button = (key: string, outcome: ReportOutcome, action?: 'remove' | 'approve' | 'reject') => ({
    ...(hasKeys && caseKey(key)),
    disabled: isLocked,
    onClick: () => press(outcome, action),
  })
  return (
    <div className="flex flex-wrap gap-3">
      {subject.actions.includes('approve') && <Button {...button('a', 'upheld', 'approve')}>Approve</Button>}
      {subject.actions.includes('remove') && (
        <Button kind="danger" {...button('r', 'upheld', 'remove')}>
          Remove
        </Button>
      )}
      {!isPending && <Button {...button('u', 'upheld')}>Uphold</Button>}
      <Button
        kind={isPending ? 'danger' : 'quiet'}
        {...button('x', 'rejected', isPending ? 'reject' : undefined)}
      >
        Reject
      </Button>
      {subject.canBeMoot && (
        <Button kind="quiet" {...button('m', 'moot')}>
          Close as deleted
        </Button>
      )}
    </div>
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
