import { waitText } from '../platform/http/rate.ts'
import { explainNextError } from '../ui/feedback/toast.ts'

/** Shows the message of a 429 response below the title of the caller's error toast. */
export async function explainRateLimit(response: Response): Promise<void> {
  if (response.status !== 429) return
  const { message } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { message?: string }
  const wait = waitText(Number(response.headers.get('retry-after')) || 60)
  explainNextError(message ?? `Try again in ${wait}.`, 'You’re going too fast')
}
