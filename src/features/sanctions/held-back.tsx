import { useSession } from '../accounts/session/session.tsx'
import { suspendedTitle } from './words.ts'

/** Beside a field: that what is written there cannot be sent just now. How to change that, the notice below the page says. */
export function HeldBack() {
  const { viewer } = useSession()
  const sanction = viewer?.sanctions?.[0]
  if (!sanction) return null
  return (
    <p className="text-sm text-muted">
      {sanction.kind === 'warning'
        ? 'You can write here once you have read the warning from the moderators.'
        : `${suspendedTitle(sanction)}. You can read, but not write here.`}
    </p>
  )
}
