import { toastError } from '../../ui/feedback/toast.ts'
import { errorMessage } from './api-error.ts'

/** Shows why a call failed. `otherwise` is the description if the server gave no reason. */
export function toastFailure(
  title: string,
  error: unknown,
  otherwise = 'Check your connection and try again.',
): void {
  toastError(title, errorMessage(error) ?? otherwise)
}
