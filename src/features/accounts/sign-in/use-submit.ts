import { type FormEvent, useState } from 'react'
import { toast } from '../../../ui/feedback/toast.ts'
import { AccountError } from './auth-client.ts'
import type { FieldRule } from './field-rules.ts'

type Errors = Record<string, string | undefined>

/**
 * What a form of the accounts' pages has in common: one try at a time, fields that are checked before anything is sent, and
 * one message for each field. A refusal by the server is also a toast (specification, section 8). `rules` are in the order of
 * the fields.
 */
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
      toast({ kind: 'error', title: 'Error', description: refusal.message })
    } finally {
      setPending(false)
    }
  }
  /** A field that was refused is looked at again with every letter, and is right as soon as it is. */
  const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement && errors[target.name])
      setErrors({ ...errors, [target.name]: rules[target.name]?.(target.value) })
  }
  return {
    isPending,
    refusal,
    form: { method: 'post', noValidate: true, onSubmit, onInput } as const,
    /** What is wrong with one field, to stand below it. */
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
