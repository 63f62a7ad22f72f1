import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isUnreachable } from '../../core/api-error.ts'
import { pageFlags } from '../../platform/http/page-protocol.ts'
import { workerContainer } from '../../platform/storage.ts'
import { CrashNotice } from '../../ui/feedback/crash-notice.tsx'

/** Replaces a page that threw or could not be loaded. The shell around it stays. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const isOffline = isUnreachable(error)
  useEffect(() => {
    // Reloads, so that the service worker shows the page or, if it is not cached, a list of cached pages.
    if (isOffline && canBeCached() && pageFlags().leaving === undefined) location.reload()
  }, [isOffline])
  const retry = async () => {
    await router.invalidate()
    reset()
  }
  return <CrashNotice requestId={requestIdOf(error)} isOffline={isOffline} onRetry={retry} />
}

/** Returns the id under which the API logged an unexpected error. */
function requestIdOf(error: unknown): string | undefined {
  const { data } = (error ?? {}) as { data?: { request_id?: unknown } }
  return typeof data?.request_id === 'string' ? data.request_id : undefined
}

/** Whether the service worker may have cached this page. Only a reload can tell. */
export function canBeCached(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  const wasLoaded = loaded && new URL(loaded.name).pathname === location.pathname
  return Boolean(workerContainer()?.controller) && !wasLoaded
}
