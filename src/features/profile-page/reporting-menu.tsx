import { useState } from 'react'
import type { Author } from '../authors/contract.ts'
import PersonMenu from '../mutes/person-menu.tsx'
import { ReportDialog } from '../reports/report-dialog.tsx'
import { useIsReported } from '../reports/use-is-reported.ts'

/** What one can do about a member on their profile, which can be reported besides. */
export default function ReportingMenu({ person }: { person: Author }) {
  const isReported = useIsReported('profile', person.id)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <PersonMenu
        person={person}
        className="self-center"
        entries={[
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
