import { Spinner } from '../../ui/feedback/spinner.tsx'
import { useSession } from '../accounts/session/session.tsx'
import { Landing } from './landing.tsx'
import { MemberHome } from './member-home.tsx'

/** A guest's landing page or a member's home; between them a spinner, while a stored session is being checked. */
export function HomePage() {
  const { viewer } = useSession()
  if (viewer) return <MemberHome />
  return (
    <>
      {/* As long as what comes, or the browser could not put a page that is loaded again where it was. */}
      <div className="hidden min-h-[200dvh] content-start justify-items-center py-40 maybe-member:grid">
        <Spinner label="Loading" />
      </div>
      <div className="maybe-member:hidden">
        <Landing />
      </div>
    </>
  )
}
