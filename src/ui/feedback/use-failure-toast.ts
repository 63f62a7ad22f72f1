import { useEffect } from 'react'
import { toastError } from './toast.ts'

/** Shows one toast for each failure. */
export function useFailureToast(isFailed: boolean, title: string, description?: string): void {
  useEffect(() => {
    if (isFailed) toastError(title, description)
  }, [isFailed, title, description])
}
