import type { Sanction } from '../../core/viewer.ts'
import { dispatchPageEvent } from '../../platform/http/page-protocol.ts'
import { toastInsteadOfError } from '../../ui/feedback/toast.ts'
import { appealHref, suspendedTitle } from './copy.ts'

interface Refusal {
  code?: string
  message?: string
  data?: { sanction?: Sanction }
}

/** If a sanction or missing second factor refused a request, shows a toast instead of the caller's error. */
export async function explainRefusal(response: Response): Promise<void> {
  const { code, data }: Refusal = await response.json().catch(() => ({}))
  if (code === 'SECOND_FACTOR_REQUIRED') return tellOfRestingRoles()
  const sanction = data?.sanction
  if (!sanction || (code !== 'SUSPENDED' && code !== 'WARNED')) return
  if (code === 'SUSPENDED') tellOfSuspension(sanction)
  else askToReadWarning()
  // Checks the session, because the page may have been loaded before the sanction.
  dispatchPageEvent('session-ended')
}

function tellOfRestingRoles(): void {
  toastInsteadOfError({
    kind: 'error',
    title: 'Your roles are paused',
    description: 'This forum requires a second factor for roles. Your text is still here.',
    lasts: 10_000,
    action: { label: 'Set up', onPress: () => location.assign('/settings/security') },
  })
  // Checks the session, because the page may still show the roles as active.
  dispatchPageEvent('session-ended')
}

function tellOfSuspension(sanction: Sanction): void {
  const rule = sanction.rule ? `Rule ${sanction.rule}. ` : ''
  toastInsteadOfError({
    kind: 'error',
    title: suspendedTitle(sanction),
    description: `${rule}You can read but not write. Your text is still here.`,
    lasts: 10_000,
    action: { label: 'Appeal', onPress: () => location.assign(appealHref(sanction)) },
  })
}

function askToReadWarning(): void {
  toastInsteadOfError({
    kind: 'info',
    title: 'Please read the warning first',
    description: 'Your text is still here. Send it again afterwards.',
  })
  warningRequest.open()
}

let isWanted = false
const listeners = new Set<() => void>()

/** State of the dialog that shows a warning after the warning blocked a write. */
export const warningRequest = {
  isOpen: () => isWanted,
  open: () => request(true),
  close: () => request(false),
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

function request(wanted: boolean): void {
  isWanted = wanted
  for (const listener of listeners) listener()
}
