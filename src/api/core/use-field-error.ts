import { useEffect, useRef, useState } from 'react'
import { toastError } from '../../ui/feedback/toast.ts'
import { errorField, errorMessage } from './api-error.ts'

interface FieldError {
  /** Path in the request, like `actions.0.message`. */
  field: string
  message: string
}

/** Takes the last parts of paths. */
export type ErrorOf = (...fields: string[]) => string | undefined

/** The error of a form. Shown at its field, which gets the focus, or as a toast with the title `failure`. */
export function useFieldError(failure: string) {
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<FieldError>()
  useEffect(() => {
    if (!error) return
    const control = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (control) control.focus()
    else toastError(failure, error.message)
  }, [error, failure])
  const errorOf: ErrorOf = (...fields) =>
    fields.includes(error?.field.split('.').at(-1) ?? '') ? error?.message : undefined
  return {
    form,
    errorOf,
    clear: () => setError(undefined),
    refuse: (field: string, message: string) => setError({ field, message }),
    explain: (thrown: unknown) =>
      setError({
        field: errorField(thrown) ?? '',
        message: errorMessage(thrown) ?? 'Check your connection and try again.',
      }),
  }
}
