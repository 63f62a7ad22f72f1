import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../api/core/api-error.ts'
import { api, client } from '../../api/core/client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useSession } from '../accounts/session/session.tsx'

type Act = 'begin' | 'renew' | 'end'

/** What is done about the second factor, and what comes of it. `onGone`: what had the focus has gone. */
export function useSecondFactor(onGone: () => void) {
  const [begun, setBegun] = useState<{ secret: string; uri: string }>()
  const [codes, setCodes] = useState<string[]>()
  const [pending, setPending] = useState<Act>()
  const refresh = useRefresh()
  const run = async (act: Act, work: () => Promise<unknown>) => {
    setPending(act)
    await work().catch(fail)
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
    /** The app has shown that it has the secret. */
    started: (given: string[]) => {
      setBegun(undefined)
      setCodes(given)
      toast({
        kind: 'success',
        title: 'Second factor switched on',
        description: 'Everywhere else you are signed out.',
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
        toast({ kind: 'success', title: 'Second factor switched off' })
        await refresh()
        onGone()
      }),
  }
}

function fail(error: unknown): void {
  toast({
    kind: 'error',
    title: 'This could not be saved',
    description: errorMessage(error) ?? 'Please try again later',
  })
}

/** The other sessions may have ended, and roles may act or rest from now on. */
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
