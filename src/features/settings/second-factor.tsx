import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorMessage } from '../../api/core/api-error.ts'
import { api, client } from '../../api/core/client.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { useSession } from '../accounts/session/session.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'

/** Whether signing in asks for a code, and how to change that. */
export function SecondFactor() {
  const { data, isPending, isError, isFetching, refetch } = useQuery(api.me.readSecondFactor.queryOptions())
  const heading = useRef<HTMLHeadingElement>(null)
  const [begun, setBegun] = useState<{ secret: string; uri: string }>()
  const [codes, setCodes] = useState<string[]>()
  const [isAsking, setAsking] = useState(false)
  const refresh = useRefresh()
  const show = (given: string[]) => {
    setBegun(undefined)
    setCodes(given)
    heading.current?.focus()
    return refresh()
  }
  const act = (work: () => Promise<unknown>) => work().catch(fail)
  const begin = async () => setBegun(await client.me.beginSecondFactor())
  const renew = async () => show((await client.me.renewRecoveryCodes()).recovery_codes)
  const end = async () => {
    await client.me.endSecondFactor()
    setCodes(undefined)
    toast({ kind: 'success', title: 'Second factor switched off' })
    heading.current?.focus()
    await refresh()
  }
  return (
    <div className="grid justify-items-start gap-4">
      <div>
        <h3 ref={heading} tabIndex={-1} className="font-sans text-base font-semibold">
          Second factor
        </h3>
        <p className="mt-1 text-muted">
          {data?.enabled
            ? `Signing in asks for a code of your authenticator app. ${left(data.recovery_codes_left)}`
            : 'With an authenticator app on your phone, a stolen password is not enough to sign in as you.'}
        </p>
        {data?.required && (
          <p className="mt-2 font-medium">Your roles on this forum rest until you switch it on.</p>
        )}
      </div>
      {isPending && <RowListSkeleton count={1} label="Loading your second factor" />}
      {isError && (
        <ErrorState
          title="Your second factor could not be loaded"
          pending={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      {begun && <SecondFactorSetup begun={begun} onCancel={() => setBegun(undefined)} onDone={show} />}
      {data && !data.enabled && !begun && (
        <Button kind="quiet" onClick={() => act(begin)}>
          Switch on
        </Button>
      )}
      {data?.enabled && !codes && (
        <div className="flex flex-wrap gap-3">
          <Button kind="quiet" onClick={() => act(renew)}>
            New recovery codes
          </Button>
          <Button kind="danger" onClick={() => setAsking(true)}>
            Switch off
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Switch the second factor off?"
        description="From then on your password alone signs in. The recovery codes are worth nothing any more."
        confirmLabel="Switch off"
        danger
        onConfirm={() => act(end)}
      />
    </div>
  )
}

function left(codes: number): string {
  if (codes === 0) return 'No recovery code is left: make new ones.'
  return codes === 1 ? 'One recovery code is left.' : `${codes} recovery codes are left.`
}

function fail(error: unknown): void {
  toast({
    kind: 'error',
    title: 'This could not be saved',
    description: errorMessage(error) ?? 'Please try again later',
  })
}

/** The other sessions have ended, and roles may act or rest from now on. */
function useRefresh() {
  const queryClient = useQueryClient()
  const session = useSession()
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: api.me.readSecondFactor.key() }),
      queryClient.invalidateQueries({ queryKey: api.me.listSessions.key() }),
      session.refresh(),
    ])
  }
}
