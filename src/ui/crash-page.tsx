import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { CrashNotice } from './crash-notice.tsx'

/** In place of a page that threw; what stands around it stays. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = async () => {
    await router.invalidate()
    reset()
  }
  return <CrashNotice requestId={requestIdOf(error)} onRetry={retry} />
}

/** Our API says with an unexpected error under which id it was logged. */
function requestIdOf(error: unknown): string | undefined {
  const { data } = (error ?? {}) as { data?: { request_id?: unknown } }
  return typeof data?.request_id === 'string' ? data.request_id : undefined
}
