import type { AccountError } from './auth-client.ts'

interface Props {
  refusal: AccountError | undefined
  /** The refusal to be told of. */
  of?: 'SERVICE_UNAVAILABLE' | 'TOO_MANY_REQUESTS'
}

/** When to try again, for longer than the toast says so. What was typed stays in the form. */
export function BusyNotice({ refusal, of = 'SERVICE_UNAVAILABLE' }: Props) {
  if (refusal?.code !== of) return null
  return (
    <p role="status" className="rounded-lg border border-line bg-sunken p-4">
      {refusal.message}
    </p>
  )
}
