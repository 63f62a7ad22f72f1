import { type FormEvent, useState } from 'react'
import { toast } from '../../../ui/feedback/toast.ts'
import { AccountError } from './auth-client.ts'

/** What a form of the accounts' pages has in common: one try at a time, and a failure that is said. */
export function useSubmit(act: (typed: Record<string, string>) => Promise<void>) {
  const [isPending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<AccountError>()
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = Object.fromEntries(new FormData(form)) as Record<string, string>
    setPending(true)
    setRefusal(undefined)
    try {
      await act(typed)
    } catch (error) {
      const known = error instanceof AccountError ? error : new AccountError('UNKNOWN', 'Please try again.')
      toast({ kind: 'error', title: 'Error', description: known.message })
      setRefusal(known)
      const field = known.field && form.elements.namedItem(known.field)
      if (field instanceof HTMLElement) field.focus()
    } finally {
      setPending(false)
    }
  }
  /** What is wrong with one field, to stand below it. */
  const errorOf = (field: string) => (refusal?.field === field ? refusal.message : undefined)
  return { isPending, refusal, onSubmit, errorOf }
}
