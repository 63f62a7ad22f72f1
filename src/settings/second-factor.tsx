import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, client } from '../core/client.ts'
import { showFailureToast } from '../core/failure-toast.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { Time } from '../ui/format/time.tsx'
import { ConfirmDialog } from '../ui/overlay/dialog.tsx'
import { RecoveryCodes, SecondFactorSetup } from './second-factor-setup.tsx'
import { QueryPlaceholder, SettingsHeading, useRefreshSecurity } from './settings-section.tsx'

export function SecondFactor({ username }: { username: string }) {
  const query = useQuery(api.me.readSecondFactor.queryOptions())
  const { data } = query
  const heading = useRef<HTMLHeadingElement>(null)
  const { begun, codes, pending, begin, cancel, started, renew, kept, end } = useSecondFactor(() =>
    heading.current?.focus(),
  )
  const isOff = data && !data.enabled
  return (
    <div className="grid justify-items-start gap-4">
      <SettingsHeading ref={heading} id="second-factor" title="Second factor">
        With a second factor, signing in requires a code from an authenticator app as well as your password. A
        stolen password isn’t enough to sign in as you.
      </SettingsHeading>
      <QueryPlaceholder query={query} name="second factor" />
      {data?.enabled && <Enabled since={data.since} left={data.recovery_codes_left} />}
      {codes && <RecoveryCodes codes={codes} username={username} onDone={kept} />}
      {isOff && begun && <SecondFactorSetup begun={begun} onCancel={cancel} onDone={started} />}
      {isOff && !begun && (
        <Button kind="quiet" pending={pending === 'begin'} pendingLabel="One moment..." onClick={begin}>
          Turn on
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
      <strong className="font-semibold text-good">Turned on</strong>
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
  if (left === 0) return 'You have no recovery codes left. Create new ones.'
  return left === 1 ? 'You have 1 recovery code left.' : `You have ${left} recovery codes left.`
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
        Turn off
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Turn off the second factor?"
        description={`You’ll be able to sign in with only your password. Your recovery codes will stop working.${isRequired ? ' Your roles will be paused until you turn on a second factor again.' : ''}`}
        confirmLabel="Turn off"
        danger
        onConfirm={onEnd}
      />
    </div>
  )
}

type SecondFactorAction = 'begin' | 'renew' | 'end'

/** Returns state and actions of two-factor sign-in. `onGone` moves the focus if its element disappears. */
function useSecondFactor(onGone: () => void) {
  const [begun, setBegun] = useState<{ secret: string; uri: string }>()
  const [codes, setCodes] = useState<string[]>()
  const [pending, setPending] = useState<SecondFactorAction>()
  const refresh = useRefreshSecurity(api.me.readSecondFactor.key())
  const run = async (act: SecondFactorAction, work: () => Promise<unknown>) => {
    setPending(act)
    await work().catch((error) =>
      showFailureToast('This could not be saved', error, 'Please try again later'),
    )
    setPending(undefined)
  }
  return {
    begun,
    codes,
    pending,
    begin: () => run('begin', async () => setBegun(await client.me.beginSecondFactor())),
    cancel: () => {
      setBegun(undefined)
      onGone()
    },
    started: (given: string[]) => {
      setBegun(undefined)
      setCodes(given)
      toast({
        kind: 'success',
        title: 'Second factor turned on',
        description: 'You’ve been signed out everywhere else.',
      })
      return refresh()
    },
    renew: () =>
      run('renew', async () => {
        setCodes((await client.me.renewRecoveryCodes()).recovery_codes)
        await refresh()
      }),
    kept: () => {
      setCodes(undefined)
      onGone()
    },
    end: () =>
      run('end', async () => {
        await client.me.endSecondFactor()
        setCodes(undefined)
        toast({ kind: 'success', title: 'Second factor turned off' })
        await refresh()
        onGone()
      }),
  }
}
