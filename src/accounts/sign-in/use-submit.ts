import { type FormEvent, useState } from 'react'
import { toastError } from '../../ui/feedback/toast.ts'
import {
  INVALID_EMAIL,
  INVALID_USERNAME,
  isEmail,
  isUsername,
  LONG_PASSWORD,
  MISSING_PASSWORD,
  PASSWORD_MAX,
  PASSWORD_MIN,
  SHORT_PASSWORD,
} from '../policy.ts'
import { AccountError } from './auth-client.ts'

type Errors = Record<string, string | undefined>

/** Checks `rules` in field order, then calls `act`. Errors are also shown as toasts (specification, section 8). */
export function useSubmit(
  rules: Record<string, FieldRule>,
  act: (typed: Record<string, string>) => Promise<void>,
) {
  const [isPending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<AccountError>()
  const [errors, setErrors] = useState<Errors>({})
  const refuse = (form: HTMLFormElement, error: AccountError, wrong = wrongField(error)) => {
    setRefusal(error)
    setErrors(wrong)
    const field = form.elements.namedItem(Object.keys(wrong)[0] ?? '')
    if (field instanceof HTMLElement) field.focus()
  }
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = Object.fromEntries(new FormData(form)) as Record<string, string>
    const wrong = wrongFields(rules, typed)
    const [first] = Object.values(wrong)
    if (first) return refuse(form, new AccountError('BAD_REQUEST', first), wrong)
    setPending(true)
    setRefusal(undefined)
    setErrors({})
    try {
      await act(typed)
    } catch (error) {
      const refusal = error instanceof AccountError ? error : new AccountError('UNKNOWN', 'Please try again.')
      refuse(form, refusal)
      toastError('Error', refusal.message)
    } finally {
      setPending(false)
    }
  }
  /** Validates an invalid field again on each input. */
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement && errors[target.name])
      setErrors({ ...errors, [target.name]: rules[target.name]?.(target.value) })
  }
  return {
    isPending,
    refusal,
    form: { method: 'post', noValidate: true, onSubmit, onInput } as const,
    errorOf: (field: string) => errors[field],
  }
}

function wrongFields(rules: Record<string, FieldRule>, typed: Record<string, string>): Errors {
  const wrong = Object.entries(rules).map(([name, rule]) => [name, rule(typed[name] ?? '')] as const)
  return Object.fromEntries(wrong.filter(([, error]) => error))
}

function wrongField({ field, message }: AccountError): Errors {
  return field ? { [field]: message } : {}
}

/** Returns an error message if the server would reject the text. */
type FieldRule = (typed: string) => string | undefined

/** The rules of inputs.ts without zod. Unlike these, the API accepts an empty username. */
export const fieldRules = {
  username: (typed) =>
    missing(typed, 'username') ?? (isUsername(typed.trim()) ? undefined : INVALID_USERNAME),
  email: (typed) => missing(typed, 'email') ?? (isEmail(typed.trim()) ? undefined : INVALID_EMAIL),
  password: (typed) => (typed === '' ? MISSING_PASSWORD : undefined),
  newPassword: (typed) => {
    if (typed.length < PASSWORD_MIN) return typed === '' ? MISSING_PASSWORD : SHORT_PASSWORD
    return typed.length > PASSWORD_MAX ? LONG_PASSWORD : undefined
  },
} satisfies Record<string, FieldRule>

function missing(typed: string, what: string) {
  return typed.trim() === '' ? `Please enter your ${what}.` : undefined
}
