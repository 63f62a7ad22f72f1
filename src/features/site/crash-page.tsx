import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isUnreachable } from '../../api/core/api-error.ts'
import { pageFlags } from '../../platform/page-protocol.ts'
import { CrashNotice } from '../../ui/feedback/crash-notice.tsx'
import { mayBeOnDevice } from './kept-page.ts'

/** In place of a page that threw, or could not be loaded; what stands around it stays. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const isOffline = isUnreachable(error)
  useEffect(() => {
    // If the worker does not have this page, it lists those that it has.
    if (isOffline && mayBeOnDevice() && pageFlags().leaving === undefined) location.reload()
  }, [isOffline])
  const retry = async () => {
    await router.invalidate()
    reset()
  }
  return <CrashNotice requestId={requestIdOf(error)} isOffline={isOffline} onRetry={retry} />
}

/** Our API says with an unexpected error under which id it was logged. */
function requestIdOf(error: unknown): string | undefined {
  const { data } = (error ?? {}) as { data?: { request_id?: unknown } }
  return typeof data?.request_id === 'string' ? data.request_id : undefined
}
