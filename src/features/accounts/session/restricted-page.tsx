import { Fragment, type ReactNode } from 'react'
import { awake, type Viewer } from '../../../api/core/viewer.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { NeedsScript } from '../../../ui/feedback/needs-script.tsx'
import { useSession } from './session.tsx'

interface Props {
  mayView: (viewer: Viewer | null) => boolean
  /** Address of the page, to return to after signing in. */
  path: string
  /** The permissions that the page needs, in words. */
  denial: string
  /** Who may see the page, in words. */
  readers?: string
  /** Surrounds the skeleton and later the content. `viewer` is null until the session is known. */
  frame: (content: ReactNode, viewer: Viewer | null) => ReactNode
  skeleton: ReactNode
  children: (viewer: Viewer) => ReactNode
}

/** A page for certain roles. Its content is never in the server's HTML. */
export function RestrictedPage({ mayView, frame, skeleton, children, ...denial }: Props) {
  const { loading, viewer } = useSession()
  const known = mayView(viewer) ? viewer : null
  if (!known && mayView(awake(viewer))) return <RestingRoles />
  if (!known && !loading) return <AccessDenied isGuest={!viewer} {...denial} />
  return (
    <>
      {/* The same elements before and after the session is known, which keeps focus and scroll position. */}
      <div className={known ? undefined : 'hidden maybe-member:block'}>
        {/* Another member starts with empty forms. */}
        {frame(known ? <Fragment key={known.id}>{children(known)}</Fragment> : skeleton, known)}
      </div>
      {!known && (
        <div className="maybe-member:hidden">
          <AccessDenied isGuest {...denial} />
        </div>
      )}
    </>
  )
}

/** For staff without a second factor (STAFF_SECOND_FACTOR). */
function RestingRoles() {
  return (
    <EmptyState
      as="h1"
      icon="icon-shield-x"
      title="Your roles rest"
      action={
        <ButtonLink to="/settings" hash="security">
          Set up a second factor
        </ButtonLink>
      }
    >
      On this forum roles act only with a second factor, so that a stolen password is not enough to act in
      your name. Once you have one, this page opens.
    </EmptyState>
  )
}

type DenialProps = Pick<Props, 'path' | 'denial' | 'readers'> & { isGuest: boolean }

function AccessDenied({ isGuest, path, denial, readers = 'they' }: DenialProps) {
  return (
    <EmptyState
      as="h1"
      icon="icon-shield-x"
      title="Access Denied"
      action={
        isGuest ? (
          <ButtonLink to="/auth" search={{ redirect: path }}>
            Sign In
          </ButtonLink>
        ) : (
          <ButtonLink to="/" kind="quiet">
            Return to Home
          </ButtonLink>
        )
      }
    >
      {denial}
      <NeedsScript>{`It needs JavaScript, since only ${readers} may see it.`}</NeedsScript>
    </EmptyState>
  )
}
