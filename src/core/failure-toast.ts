import { toastError } from '../ui/feedback/toast.ts'
import { errorMessage } from './api-error.ts'

/** Shows the reason for a failed call, or `otherwise` if the server gave none. */
export function showFailureToast(
  title: string,
  error: unknown,
  otherwise = 'Check your connection and try again.',
): void {
  toastError(title, errorMessage(error) ?? otherwise)
}
