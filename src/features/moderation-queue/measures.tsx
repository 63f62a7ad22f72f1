import { useEffect, useRef } from 'react'
import type { ErrorOf } from '../../api/core/use-field-error.ts'
import { Button } from '../../ui/button.tsx'
import { NEW_DRAFT, type SanctionDraft } from '../sanctions/draft.ts'
import { SanctionFields } from '../sanctions/sanction-fields.tsx'
import type { CaseDetail } from './case-schemas.ts'

interface Props {
  detail: Pick<CaseDetail, 'actions' | 'source'>
  draft: SanctionDraft | undefined
  onChange: (draft: SanctionDraft | undefined) => void
  errorOf: ErrorOf
}

/** What is set against the member with the decision: one of four, or nothing. */
export function Measures({ detail, draft, onChange, errorOf }: Props) {
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
      <legend className="mb-1.5 font-medium">And its author</legend>
      <div className="flex flex-wrap gap-3">
        {measures.map(({ kind, key, label }) => (
          <Button
            key={kind}
            kind="quiet"
            data-case-key={key}
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
              ? 'It is set when you reject this.'
              : 'It is set when you uphold the report or remove this.'}
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
