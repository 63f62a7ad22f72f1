import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Time } from '../../ui/format/time.tsx'
import { QueryPlaceholder, SettingsHeading, useRemoval } from '../settings-section.tsx'
import { type PushSupport, pushSupport, turnOnPush, unsubscribeHere } from './browser.ts'
import type { PushBrowser } from './contract.ts'

export function PushSettings() {
  const query = useQuery(api.push.list.queryOptions())
  const { data } = query
  const heading = useRef<HTMLHeadingElement>(null)
  const { support, isTurningOn, turnOn, remove } = usePush(() => heading.current?.focus())
  const isOnHere = data?.items.some(({ is_current }) => is_current)
  return (
    <div className="grid gap-3">
      <SettingsHeading ref={heading} id="push" title="Push notifications">
        Get notified in a browser even while the forum is closed. Push ends when you sign out there. Messages
        show only who sent them.
      </SettingsHeading>
      <QueryPlaceholder query={query} name="browsers" />
      {data && data.items.length > 0 && (
        <ul>
          {data.items.map((browser) => (
            <Browser key={browser.id} browser={browser} onRemove={() => remove(browser)} />
          ))}
        </ul>
      )}
      {data && !isOnHere && support === 'available' && (
        <Button
          kind="quiet"
          className="justify-self-start"
          pending={isTurningOn}
          pendingLabel="Turning on..."
          onClick={() => turnOn(data.public_key)}
        >
          Turn on in this browser
        </Button>
      )}
      {!isOnHere && support !== 'available' && <p role="status">{WHY_NOT[support]}</p>}
    </div>
  )
}

const WHY_NOT: Record<Exclude<PushSupport, 'available'>, string> = {
  blocked:
    'Notifications are blocked in this browser. Allow them in its settings for this site, then reload.',
  unsupported:
    'This browser doesn’t support push notifications. On an iPhone or iPad, add the forum to your Home Screen first.',
}

function Browser({ browser, onRemove }: { browser: PushBrowser; onRemove: () => Promise<void> }) {
  const [isRemoving, setRemoving] = useState(false)
  const name = nameOf(browser)
  const remove = async () => {
    setRemoving(true)
    await onRemove()
    setRemoving(false)
  }
  return (
    <li className="flex min-h-15 items-center justify-between gap-4 border-b border-line py-3 last:border-0">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-muted">
          {browser.is_current && <span className="font-semibold text-good">This browser · </span>}
          since <Time iso={browser.created_at} />
        </p>
      </div>
      <Button kind="quiet" className="flex-none" pending={isRemoving} onClick={remove}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
    </li>
  )
}

function nameOf({ browser, system }: PushBrowser): string {
  return [browser ?? 'Unknown browser', system].filter(Boolean).join(' on ')
}

function usePush(onRemoved: () => void) {
  const queryClient = useQueryClient()
  const [support, setSupport] = useState(pushSupport)
  const [isTurningOn, setTurningOn] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.push.key() })
  const turnOn = async (publicKey: string) => {
    setTurningOn(true)
    try {
      if (await turnOnPush(publicKey))
        toast({ kind: 'success', title: 'Push notifications are on in this browser' })
      await refresh()
    } catch (error) {
      showFailureToast('Push could not be turned on', error, 'Please try again later')
    } finally {
      setSupport(pushSupport())
      setTurningOn(false)
    }
  }
  const removing = useRemoval(onRemoved, refresh, {
    title: 'This could not be saved',
    description: 'Please try again later',
  })
  const remove = async (browser: PushBrowser) => {
    await removing(client.push.remove({ id: browser.id }), `Push is off in ${nameOf(browser)}`)
    if (browser.is_current) await unsubscribeHere().catch(() => undefined)
  }
  return { support, isTurningOn, turnOn, remove }
}
