import type { ReactNode } from 'react'
import type { FieldErrors, Path } from 'react-hook-form'
import { WEBSITE_MAX, WEBSITE_RULE } from '../../platform/website.ts'
import type { DraftedFormState } from '../../shared/drafts/use-drafted-form.ts'
import { Field, TextareaField } from '../../ui/form/field.tsx'

export type ItemFormState<Name extends string> = DraftedFormState<Name>

export type ItemField<Name extends string> = {
  name: Name
  label: string
  required?: boolean
  /** Help text, or a function that derives it from the typed text. */
  hint?: string | ((typed: string) => string)
} & (
  | { type: 'line'; limit: number }
  | { type: 'year'; placeholder?: string }
  | { type: 'number' }
  | { type: 'time' }
  | { type: 'link' }
  /** A text of several lines. Shows a character counter if it has a limit. */
  | { type: 'text'; limit?: number }
)

interface Props<Name extends string> {
  field: ItemField<Name>
  state: ItemFormState<Name>
}

export function ItemFieldControl<Name extends string>({ field, state }: Props<Name>) {
  const { form, values } = state
  const { name, label, required, hint } = field
  const typed = values[name]
  const common = {
    label,
    required,
    hint:
      (typeof hint === 'function' ? hint(typed) : hint) ?? (field.type === 'link' ? WEBSITE_RULE : undefined),
    error: errorText(form.formState.errors, name),
    ...form.register(name as unknown as Path<Record<Name, string>>),
  }
  if (field.type !== 'text') return <Field {...common} {...attributesOf(field)} />
  const { limit } = field
  return <TextareaField {...common} {...(limit && { count: typed.length, limit, unit: 'characters' })} />
}

function attributesOf(field: Exclude<ItemField<string>, { type: 'text' }>) {
  switch (field.type) {
    case 'line':
      return { maxLength: field.limit, autoComplete: 'off' }
    case 'year':
      return { ...NUMERIC, maxLength: 4, placeholder: field.placeholder }
    case 'number':
      return { ...NUMERIC, maxLength: 2 }
    case 'time':
      return { type: 'datetime-local' }
    case 'link':
      return {
        type: 'url',
        inputMode: 'url',
        maxLength: WEBSITE_MAX,
        autoComplete: 'off',
        placeholder: 'https://',
      } as const
  }
}

const NUMERIC = { inputMode: 'numeric', autoComplete: 'off' } as const

/** Returns the error of a field, or of the first invalid line of a list. */
export function errorText(errors: FieldErrors, name: string): string | undefined {
  const error: unknown = errors[name]
  const first = Array.isArray(error) ? error.find(Boolean) : error
  return typeof first?.message === 'string' ? first.message : undefined
}

/** A part of a form that needs its own component, because ItemField can't describe it. */
export interface CustomField<Name extends string> {
  name: string
  /** Labels of the part's fields by field name. */
  labels?: Partial<Record<Name, string>>
  render: (state: ItemFormState<Name>) => ReactNode
}
