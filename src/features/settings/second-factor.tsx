import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../api/core/client.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { Time } from '../../ui/format/time.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'
import { useSecondFactor } from './use-second-factor.ts'

/** Whether signing in asks for a code, and how to change that. */
export function SecondFactor({ username }: { username: string }) {
  const { data, isPending, isError, isFetching, refetch } = useQuery(api.me.readSecondFactor.queryOptions())
  const heading = useRef<HTMLHeadingElement>(null)
  const { begun, codes, pending, begin, cancel, started, renew, kept, end } = useSecondFactor(() =>
    heading.current?.focus(),
  )
  const isOff = data && !data.enabled
  return (
    <div className="grid justify-items-start gap-4">
      <div>
        <h3
          ref={heading}
          id="second-factor"
          tabIndex={-1}
          className="scroll-mt-24 font-sans text-base font-semibold"
        >
          Second factor
        </h3>
        <p className="mt-1 text-muted">
          With a second factor, signing in asks for a code of an authenticator app after the password: a
          stolen password alone is not enough to sign in as you.
        </p>
      </div>
      {isPending && <RowListSkeleton count={1} label="Loading your second factor" />}
      {isError && (
        <ErrorState
          title="Your second factor could not be loaded"
          pending={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data?.enabled && <Enabled since={data.since} left={data.recovery_codes_left} />}
      {codes && <RecoveryCodes codes={codes} username={username} onDone={kept} />}
      {isOff && begun && <SecondFactorSetup begun={begun} onCancel={cancel} onDone={started} />}
      {isOff && !begun && (
        <Button kind="quiet" pending={pending === 'begin'} pendingLabel="One moment..." onClick={begin}>
          Switch on
        </Button>
      )}
      {data?.enabled && !codes && (
        <Changes isRequired={data.required} pending={pending} onRenew={renew} onEnd={end} />
      )}
    </div>
  )
}

function Enabled({ since, left }: { since: string | null; left: number }) {
  return (
    <p>
      <strong className="font-semibold text-good">Switched on</strong>
      {since && (
        <>
          {' '}
          <Time iso={since} />
        </>
      )}
      . <span className={left === 0 ? 'font-medium text-bad' : ''}>{leftInWords(left)}</span>
    </p>
  )
}

function leftInWords(left: number): string {
  if (left === 0) return 'No recovery code is left: make new ones.'
  return left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`
}

interface ChangesProps {
  isRequired: boolean
  pending: string | undefined
  onRenew: () => Promise<void>
  onEnd: () => Promise<void>
}

function Changes({ isRequired, pending, onRenew, onEnd }: ChangesProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="flex flex-wrap gap-3">
      <Button kind="quiet" pending={pending === 'renew'} pendingLabel="One moment..." onClick={onRenew}>
        New recovery codes
      </Button>
      <Button
        kind="danger"
        pending={pending === 'end'}
        pendingLabel="One moment..."
        onClick={() => setAsking(true)}
      >
        Switch off
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Switch the second factor off?"
        description={`From then on your password alone signs in. The recovery codes are worth nothing any more.${isRequired ? ' Your roles rest until you have a second factor again.' : ''}`}
        confirmLabel="Switch off"
        danger
        onConfirm={onEnd}
      />
    </div>
  )
}
