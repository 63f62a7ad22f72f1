import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import { FLOATING } from '../overlay/popup-look.ts'
import { LoadFailure } from './load-failure.tsx'
import { onFirstToast } from './toast.ts'

const ToastRegion = lazyPart(() => import('./toast-region.tsx'), {
  early: true,
  failure: (attempt) => (
    <div className={`${FLOATING} fixed right-4 bottom-22 left-4 z-50 p-4 md:bottom-4 md:left-auto`}>
      <LoadFailure {...attempt} />
    </div>
  ),
})

/** Where toasts appear, once in the document. Its code is loaded once the page is at rest. */
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
