import { useEffect, useRef, useState } from 'react'
import { toast } from '../../ui/feedback/toast.ts'
import { errorField, errorMessage } from './api-error.ts'

interface FieldError {
  /** The path of the field in the request, like `actions.0.message`. */
  field: string
  message: string
}

/** The error of one field, by the last part of its path. */
export type ErrorOf = (...fields: string[]) => string | undefined

/**
 * The one error of a form. It is shown at its field, which gets the focus. An error without a field, or about a field that
 * the form does not show, is a toast with the title `failure`.
 */
export function useFieldError(failure: string) {
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<FieldError>()
  useEffect(() => {
    if (!error) return
    const control = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (control) control.focus()
    else toast({ kind: 'error', title: failure, description: error.message })
  }, [error, failure])
  const errorOf: ErrorOf = (...fields) =>
    fields.includes(error?.field.split('.').at(-1) ?? '') ? error?.message : undefined
  return {
    form,
    errorOf,
    clear: () => setError(undefined),
    refuse: (field: string, message: string) => setError({ field, message }),
    /** Shows why the server refused, or that it could not be reached. */
    explain: (thrown: unknown) =>
      setError({
        field: errorField(thrown) ?? '',
        message: errorMessage(thrown) ?? 'Check your connection and try again.',
      }),
  }
}
