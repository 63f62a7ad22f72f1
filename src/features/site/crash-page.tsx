import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isUnreachable } from '../../api/core/api-error.ts'
import { pageFlags } from '../../platform/page-protocol.ts'
import { workerContainer } from '../../platform/storage.ts'
import { CrashNotice } from '../../ui/feedback/crash-notice.tsx'

/** In place of a page that threw, or could not be loaded; what stands around it stays. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const isOffline = isUnreachable(error)
  useEffect(() => {
    if (isOffline && pageFlags().leaving === undefined) askTheWorker()
  }, [isOffline])
  const retry = async () => {
    await router.invalidate()
    reset()
  }
  return <CrashNotice requestId={requestIdOf(error)} isOffline={isOffline} onRetry={retry} />
}

/** The page as a whole may be on the device, and if it is not, what was read is listed in its place. */
function askTheWorker() {
  const [loaded] = performance.getEntriesByType('navigation')
  const wasLoaded = loaded && new URL(loaded.name).pathname === location.pathname
  if (workerContainer()?.controller && !wasLoaded) location.reload()
}

/** Our API says with an unexpected error under which id it was logged. */
function requestIdOf(error: unknown): string | undefined {
  const { data } = (error ?? {}) as { data?: { request_id?: unknown } }
  return typeof data?.request_id === 'string' ? data.request_id : undefined
}
