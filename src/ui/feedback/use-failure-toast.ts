import { useEffect } from 'react'
import { toast } from './toast.ts'

/** Shows one toast for each failure. */
export function useFailureToast(isFailed: boolean, title: string, description?: string): void {
  useEffect(() => {
    if (isFailed) toast({ kind: 'error', title, ...(description && { description }) })
  }, [isFailed, title, description])
}
