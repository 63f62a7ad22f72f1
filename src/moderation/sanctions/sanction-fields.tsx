import type { ReactNode } from 'react'
import type { ErrorOf } from '../../core/use-field-error.ts'
import type { Sanction } from '../../core/viewer.ts'
import { CONTROL } from '../../ui/form/control-look.ts'
import { Field, LabelledControl, TextareaField } from '../../ui/form/field.tsx'
import { PER_DAY_MAX, SANCTION_MESSAGE_LIMIT } from './policy.ts'

interface Props {
  draft: SanctionDraft
  onChange: (draft: SanctionDraft) => void
  errorOf: ErrorOf
  /** Content next to the label of the message. */
  aside?: ReactNode
}

export function SanctionFields({ draft, onChange, errorOf, aside }: Props) {
  const { kind, message, perDay, days } = draft
  const change = (changed: Partial<SanctionDraft>) => onChange({ ...draft, ...changed })
  return (
    <>
      <TextareaField
        label="Message to the member"
        aside={aside}
        hint="Only they can see it, with the rule. Explain what you expect."
        required
        value={message}
        error={errorOf('message')}
        onChange={({ target }) => change({ message: target.value })}
        count={message.length}
        limit={SANCTION_MESSAGE_LIMIT}
        maxLength={SANCTION_MESSAGE_LIMIT}
        className="min-h-16"
      />
      {kind === 'rate_limit' && (
        <Field
          label="Texts a day"
          hint="Posts, comments, notes and messages together, in any 24 hours."
          type="number"
          min={1}
          max={PER_DAY_MAX}
          required
          value={perDay}
          error={errorOf('per_day')}
          onChange={({ target }) => change({ perDay: target.value })}
        />
      )}
      {kind !== 'warning' && (
        <LabelledControl label="How long" error={errorOf('days', 'ends')}>
          {(control) => (
            <select
              {...control}
              value={days}
              onChange={({ target }) => change({ days: target.value })}
              className={`${CONTROL} min-h-11`}
            >
              {DURATIONS.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </LabelledControl>
      )}
    </>
  )
}

const DURATIONS = [
  ['1', 'A day'],
  ['3', '3 days'],
  ['7', 'A week'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'A year'],
  ['', 'Permanent'],
] as const satisfies readonly (readonly [`${number}` | '', string])[]

export interface SanctionDraft {
  kind: Sanction['kind']
  message: string
  /** Maximum texts per day, as entered in a text field. */
  perDay: string
  /** Days until the sanction ends, as the value of a select field. '' means permanent. */
  days: string
}

export const NEW_DRAFT: SanctionDraft = { kind: 'warning', message: '', perDay: '5', days: '7' }

const DAY_MS = 24 * 60 * 60 * 1000

/** Converts the form's values to the input of an action in a decision. */
export function toDecisionInput({ kind, message, perDay, days }: SanctionDraft) {
  const length = { message, days: days ? Number(days) : null }
  if (kind === 'warning') return { action: 'warn' as const, message }
  if (kind === 'approval') return { action: 'require_approval' as const, ...length }
  if (kind === 'suspension') return { action: 'suspend' as const, ...length }
  return { action: 'rate_limit' as const, ...length, per_day: Number(perDay) }
}

/** Converts the form's values to the input of `sanctions.create`. */
export function toSanctionInput({ kind, message, perDay, days }: SanctionDraft, now = Date.now()) {
  return {
    kind,
    message,
    ...(kind === 'rate_limit' && { per_day: Number(perDay) }),
    ...(kind !== 'warning' && { ends: days ? new Date(now + Number(days) * DAY_MS).toISOString() : null }),
  }
}
