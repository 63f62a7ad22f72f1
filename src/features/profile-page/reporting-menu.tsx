import { useState } from 'react'
import { isStaff } from '../../api/core/viewer.ts'
import type { MenuEntry } from '../../ui/overlay/menu-entries.tsx'
import { useSession } from '../accounts/session/session.tsx'
import type { Author } from '../authors/contract.ts'
import { PersonMenu } from '../mutes/person-menu.tsx'
import { useIsReported } from '../reports/report-button.tsx'
import { ReportDialog } from '../reports/report-dialog.tsx'

/** What one can do about a member on their profile, which can be reported besides. */
export function ReportingMenu({ person }: { person: Author }) {
  const isReported = useIsReported('profile', person.id)
  const { viewer } = useSession()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <PersonMenu
        person={person}
        className="self-center"
        entries={[
          ...(viewer && isStaff(viewer) ? [moderation(person)] : []),
          {
            label: isReported ? 'You reported this' : 'Report',
            icon: 'icon-flag',
            onSelect: () => isReported || setOpen(true),
          },
        ]}
      />
      <ReportDialog kind="profile" id={person.id} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

/** How moderators see them. */
const moderation = ({ username }: Author): MenuEntry => ({
  label: 'Moderation',
  icon: 'icon-shield',
  to: `/moderation/members/${username}`,
})
