import { useEffect, useRef } from 'react'
import type { ErrorOf } from '../../core/use-field-error.ts'
import type { DecisionActionName } from '../../moderation/policy.ts'
import { ReplyPicker } from '../../moderation/replies/reply-picker.tsx'
import { NEW_DRAFT, type SanctionDraft, SanctionFields } from '../../moderation/sanctions/sanction-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { caseKey } from './case-keys.tsx'
import type { CaseDetail } from './case-schemas.ts'

interface Props {
  subject: { source: CaseDetail['source']; actions: readonly DecisionActionName[] }
  hasKeys: boolean
  draft: SanctionDraft | undefined
  onChange: (draft: SanctionDraft | undefined) => void
  errorOf: ErrorOf
}

/** Buttons to add a sanction of the author to the decision. At most one can be chosen. */
export function SanctionChoice({ subject, hasKeys, draft, onChange, errorOf }: Props) {
  const fields = useRef<HTMLDivElement>(null)
  const kind = draft?.kind
  useEffect(() => {
    if (kind) fields.current?.querySelector('textarea')?.focus()
  }, [kind])
  const measures = MEASURES.filter(({ action }) => subject.actions.includes(action))
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
            {...(hasKeys && caseKey(key))}
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
          <SanctionFields
            draft={draft}
            onChange={onChange}
            errorOf={errorOf}
            aside={
              <ReplyPicker
                label="Message to the member"
                value={draft.message}
                onInsert={(message) => onChange({ ...draft, message })}
              />
            }
          />
          <p className="text-sm text-faint">
            {subject.source === 'pending'
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
