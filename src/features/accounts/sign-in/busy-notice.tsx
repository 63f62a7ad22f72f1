import type { AccountError } from './auth-client.ts'

/** When to try again, for longer than the toast says so. What was typed stays in the form. */
export function BusyNotice({ refusal }: { refusal: AccountError | undefined }) {
  if (refusal?.code !== 'SERVICE_UNAVAILABLE') return null
  return (
    <p role="status" className="rounded-lg border border-line bg-sunken p-4">
      {refusal.message}
    </p>
  )
}
