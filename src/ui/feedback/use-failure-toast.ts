import { useEffect } from 'react'
import { toast } from './toast.ts'

/** Says once that something could not be loaded, and again when it fails anew. */
export function useFailureToast(isFailed: boolean, title: string, description?: string): void {
  useEffect(() => {
    if (isFailed) toast({ kind: 'error', title, ...(description && { description }) })
  }, [isFailed, title, description])
}
