import type { ComponentProps } from 'react'
import { Field } from '../../ui/form/field.tsx'
import { EMAIL_MAX, INVALID_EMAIL } from './policy.ts'

const RULE = 'An address looks like name@example.com.'

/** An address. A wrong one is answered with the rule beside the error. */
export function EmailField({ error, ...input }: Partial<ComponentProps<typeof Field>>) {
  return (
    <Field
      label="Email"
      unmarked
      name="email"
      type="email"
      required
      maxLength={EMAIL_MAX}
      autoComplete="email"
      hint={error === INVALID_EMAIL ? RULE : undefined}
      error={error}
      {...input}
    />
  )
}
