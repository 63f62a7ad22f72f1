import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isUnreachable } from '../../core/api-error.ts'
import { pageFlags } from '../../platform/http/page-protocol.ts'
import { workerContainer } from '../../platform/storage.ts'
import { CrashNotice } from '../../ui/feedback/crash-notice.tsx'

/** Replaces a page that failed to render or load. The header and navigation around it remain. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const isOffline = isUnreachable(error)
  useEffect(() => {
    // Reloading lets the service worker show the cached page or, if there is none, the list of cached pages.
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

/** Whether the service worker may have cached this page. The page can only find out by reloading. */
export function canBeCached(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  const wasLoaded = loaded && new URL(loaded.name).pathname === location.pathname
  return Boolean(workerContainer()?.controller) && !wasLoaded
}
