import { type ComponentProps, useId } from 'react'

export interface Choice {
  value: string
  label: string
  /** A sentence that explains the choice, or ''. */
  hint: string
}

interface Props extends ComponentProps<'input'> {
  label: string
  choices: readonly Choice[]
}

/** A group of radio buttons. Accepts the result of react-hook-form's `register`. */
export function ChoiceField({ label, choices, ...input }: Props) {
  const id = useId()
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">{label}</legend>
      {choices.map(({ value, label, hint }) => (
        <label key={value} className="flex min-h-8 items-start gap-3 py-1 pointer-coarse:min-h-11">
          <input
            {...input}
            type="radio"
            value={value}
            aria-describedby={hint ? `${id}-${value}` : undefined}
            className="mt-0.5 size-5 flex-none accent-act"
          />
          <span>
            {label}
            {hint && (
              <span id={`${id}-${value}`} className="block text-sm text-faint">
                {hint}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
