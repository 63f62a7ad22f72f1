import type { ReactNode } from 'react'
import type { ErrorOf } from '../../core/use-field-error.ts'
import { TextareaField } from '../../ui/form/field.tsx'
import { MODERATOR_NOTE_LIMIT, REASON_LIMIT } from '../policy.ts'
import type { Rule } from './contract.ts'
import { RuleSelect } from './rule-select.tsx'

export interface GroundsValues {
  rule: Rule | undefined
  reason: string
  note: string
}

export const NO_GROUNDS: GroundsValues = { rule: undefined, reason: '', note: '' }

/** Converts the values of the fields to the input of API operations. */
export function groundsInput({ rule, ...texts }: GroundsValues) {
  return { ...texts, ...(rule && { rule: rule.number }) }
}

interface Props {
  grounds: GroundsValues
  onChange: (grounds: GroundsValues) => void
  errorOf: ErrorOf
  reasonHint?: string
  noteLabel?: string
  noteHint?: string
  /** Whether to show taller fields, and a character counter for the reason. */
  isLong?: boolean
  /** Content next to the label of the reason. */
  aside?: ReactNode
}

/** Form fields for the broken rule, the public reason and a note for moderators. */
export function GroundsFields({ grounds, onChange, errorOf, isLong = false, ...texts }: Props) {
  const height = isLong ? undefined : 'min-h-16'
  return (
    <>
      <RuleSelect
        chosen={grounds.rule}
        onChoose={(rule) => onChange({ ...grounds, rule })}
        error={errorOf('rule')}
      />
      <TextareaField
        label="Reason"
        aside={texts.aside}
        hint={texts.reasonHint ?? 'Shown in the public log. Required without a rule.'}
        value={grounds.reason}
        error={errorOf('reason')}
        onChange={({ target }) => onChange({ ...grounds, reason: target.value })}
        {...(isLong && { count: grounds.reason.length, limit: REASON_LIMIT })}
        maxLength={REASON_LIMIT}
        className={height}
      />
      <TextareaField
        label={texts.noteLabel ?? 'Note to other moderators'}
        hint={texts.noteHint}
        value={grounds.note}
        error={errorOf('note')}
        onChange={({ target }) => onChange({ ...grounds, note: target.value })}
        maxLength={MODERATOR_NOTE_LIMIT}
        className={height}
      />
    </>
  )
}
