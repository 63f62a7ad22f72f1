import { Button, ButtonLink } from '../button.tsx'

interface Props {
  /** Id of the failed request in the server's log. */
  requestId?: string | undefined
  /** True if the server did not respond. */
  isOffline?: boolean
  onRetry?: () => void
}

export function CrashNotice({ requestId, isOffline, onRetry }: Props) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 py-16 text-center">
      <div className="horizon mb-4 w-56" />
      <h1 className="text-2xl">{isOffline ? 'The forum can’t be reached' : 'Something went wrong'}</h1>
      <p className="max-w-md text-muted">
        This page could not be shown. Your text isn’t lost.{' '}
        {isOffline
          ? 'Check your connection and try again.'
          : 'Try again. If it happens again, come back in a few minutes.'}
      </p>
      {requestId && <p className="text-sm text-faint">Request {requestId}</p>}
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <Button onClick={onRetry}>Try again</Button>
        <ButtonLink to="/" kind="quiet">
          Return to Home
        </ButtonLink>
      </div>
    </div>
  )
}
