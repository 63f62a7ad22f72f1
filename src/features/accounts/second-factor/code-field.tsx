import { Field } from '../../../ui/form/field.tsx'

interface Props {
  label?: string
  error: string | undefined
  autoFocus?: boolean
}

/** For the six digits that an authenticator app shows, which a phone may fill in by itself. */
export function CodeField({ label = 'Code of your authenticator app', error, autoFocus = false }: Props) {
  return (
    <Field
      label={label}
      unmarked
      name="code"
      required
      autoFocus={autoFocus}
      maxLength={20}
      inputMode="numeric"
      autoComplete="one-time-code"
      hint="Six digits, new every half minute."
      error={error}
      className="font-mono tracking-widest"
    />
  )
}
