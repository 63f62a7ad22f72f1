import { useEffect, useRef, useState } from 'react'
import { toastError } from '../ui/feedback/toast.ts'
import { errorField, errorMessage } from './api-error.ts'

interface FieldError {
  /** Path in the request, such as `actions.0.message`. */
  field: string
  message: string
}

/** Returns the error message if it is about one of these fields. 'message' also matches `actions.0.message`. */
export type ErrorOf = (...fields: string[]) => string | undefined

/** Handles the error of a form: shows it at its field, which gets the focus, or in a toast with the title `failure`. */
export function useFieldError(failure: string) {
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<FieldError>()
  const [isSending, setSending] = useState(false)
  useEffect(() => {
    if (!error) return
    const control = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (control) control.focus()
    else toastError(failure, error.message)
  }, [error, failure])
  const errorOf: ErrorOf = (...fields) =>
    fields.includes(error?.field.split('.').at(-1) ?? '') ? error?.message : undefined
  const clear = () => setError(undefined)
  const refuse = (field: string, message: string) => setError({ field, message })
  const explain = (thrown: unknown) =>
    refuse(errorField(thrown) ?? '', errorMessage(thrown) ?? 'Check your connection and try again.')
  const send = async (work: () => Promise<unknown>) => {
    setSending(true)
    clear()
    try {
      await work()
    } catch (thrown) {
      explain(thrown)
    } finally {
      setSending(false)
    }
  }
  return { form, errorOf, clear, refuse, explain, isSending, send }
}
