import { lazy, Suspense, useEffect, useState } from 'react'
import { onFirstToast } from './toast.ts'

const ToastRegion = lazy(() => import('./toast-region.tsx'))

/** Where toasts appear, once in the document. Its code arrives with the first of them. */
export function Toaster() {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => onFirstToast(() => setWanted(true)), [])
  return (
    isWanted && (
      <Suspense>
        <ToastRegion />
      </Suspense>
    )
  )
}
