import { useEffect } from 'react'
import { toastError } from './toast.ts'

/** Shows an error toast each time `isFailed` becomes true. */
export function useFailureToast(isFailed: boolean, title: string, description?: string): void {
  useEffect(() => {
    if (isFailed) toastError(title, description)
  }, [isFailed, title, description])
}
