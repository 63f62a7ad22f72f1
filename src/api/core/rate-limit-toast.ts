import { waitInWords } from '../../platform/rate.ts'
import { toastInstead } from '../../ui/feedback/toast.ts'

/** Says when to try again if this answer refuses haste (429): here, once, for all forms and buttons. */
export function showRateLimitToast({ status, headers }: Response): void {
  if (status !== 429) return
  const description = `Try again in ${waitInWords(Number(headers.get('retry-after')) || 60)}.`
  toastInstead({ kind: 'error', title: 'You are going too fast', description })
}
