import { useQuery } from '@tanstack/react-query'
import { isolateText } from '../../platform/bidi-isolation.ts'
import { CONTROL } from '../../ui/form/control-look.ts'
import { LabelledControl } from '../../ui/form/field.tsx'
import type { Rule } from './contract.ts'
import { rulesQuery } from './queries.ts'

interface Props {
  chosen: Rule | undefined
  onChoose: (rule: Rule | undefined) => void
  error?: string | undefined
}

/** A field to choose the broken rule. Renders nothing if the forum has no rules. */
export function RuleSelect({ chosen, onChoose, error }: Props) {
  const rules = useQuery(rulesQuery()).data?.items ?? []
  if (rules.length === 0) return null
  return (
    <LabelledControl label="Broken rule" error={error}>
      {(control) => (
        <select
          {...control}
          value={chosen?.id ?? ''}
          onChange={({ target }) => onChoose(rules.find(({ id }) => id === target.value))}
          className={`${CONTROL} min-h-11`}
        >
          <option value="">No rule</option>
          {rules.map(({ id, number, title }) => (
            <option key={id} value={id}>{`${number}. ${isolateText(title)}`}</option>
          ))}
        </select>
      )}
    </LabelledControl>
  )
}
