import { useSession } from '../accounts/session/session.tsx'
import type { ReportedThing } from './report-button.tsx'
import { ReportButton } from './report-button.tsx'

interface Props extends ReportedThing {
  /** Nobody reports what is their own. */
  author: { id: string } | null
}

/** For members; guests have none, as they have no other button of members. Its code comes with the member. */
export function ReportEntry({ author, ...thing }: Props) {
  const { viewer } = useSession()
  if (!viewer || viewer.id === author?.id) return null
  return <ReportButton {...thing} />
}
