import { AssigneeMenu } from './assignee-menu.tsx'
import { CaseNotes } from './case-notes.tsx'
import type { CaseDetail } from './case-schemas.ts'

/** What moderators share about a case: its assignee and their notes. */
export function StaffTools({ detail }: { detail: CaseDetail }) {
  return (
    <>
      {!detail.closed && <AssigneeMenu item={detail} />}
      <CaseNotes id={detail.id} notes={detail.notes} />
    </>
  )
}
