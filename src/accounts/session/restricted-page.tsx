import { Fragment, type ReactNode } from 'react'
import { type Viewer, withActiveRoles } from '../../core/viewer.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { NeedsScript } from '../../ui/feedback/needs-script.tsx'
import { useSession } from './session.tsx'

interface Props {
  mayView: (viewer: Viewer | null) => boolean
  /** Path of this page, to return to after signing in. */
  path: string
  /** Text that names the required permissions. */
  denial: string
  /** Text that names the people who may view the page. */
  readers?: string
  /** Wraps the skeleton and later the content. `viewer` is null until the session has been checked. */
  frame: (content: ReactNode, viewer: Viewer | null) => ReactNode
  skeleton: ReactNode
  children: (viewer: Viewer) => ReactNode
}

/** Page for certain roles. The server's HTML never contains its content, which loads in the browser. */
export function RestrictedPage({ mayView, frame, skeleton, children, ...denial }: Props) {
  const { loading, viewer } = useSession()
  const known = mayView(viewer) ? viewer : null
  if (!known && mayView(withActiveRoles(viewer))) return <RestingRoles />
  if (!known && !loading) return <AccessDenied isGuest={!viewer} {...denial} />
  return (
    <>
      {/* The wrapper elements stay the same after the session check, which preserves focus and scroll position. */}
      <div className={known ? undefined : 'hidden maybe-member:block'}>
        {/* The key resets forms when another member signs in. */}
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

/** Explains to staff without a second factor why their roles are inactive (STAFF_SECOND_FACTOR). */
function RestingRoles() {
  return (
    <EmptyState
      as="h1"
      icon="icon-shield-x"
      title="Your roles are paused"
      action={<ButtonLink to="/settings/security">Set up a second factor</ButtonLink>}
    >
      This forum requires a second factor for roles, so a stolen password isn’t enough to act in your name.
      Set one up to open this page.
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
      <NeedsScript>{`This page needs JavaScript because only ${readers} can see it.`}</NeedsScript>
    </EmptyState>
  )
}
