import { useSession } from '../accounts/session/session.tsx'
import { Landing } from './landing.tsx'
import { MemberHome } from './member-home.tsx'

/**
 * A guest's landing page or a member's home. Everybody's HTML has both, and style shows one of them from the first paint on; the
 * application keeps that one once it knows who is looking.
 */
export function HomePage() {
  const { loading, viewer } = useSession()
  return (
    <>
      {(viewer || loading) && (
        <div className="guest:hidden">
          <MemberHome />
        </div>
      )}
      {!viewer && (
        <div className="member:hidden">
          <Landing />
        </div>
      )}
    </>
  )
}
