import { useSession } from '../../accounts/session/session.tsx'
import { suspendedTitle } from './copy.ts'

/** Note beside a field disabled by a sanction. SanctionNotice links to the warning or to an appeal. */
export function SanctionFieldNote() {
  const { viewer } = useSession()
  const sanction = viewer?.sanctions?.[0]
  if (!sanction) return null
  return (
    <p className="text-sm text-muted">
      {sanction.kind === 'warning'
        ? 'You can write here after you’ve read the warning from the moderators.'
        : `${suspendedTitle(sanction)}. You can read but not write here.`}
    </p>
  )
}
