import { Fragment, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { awake, hasRole, isCurator, isStaff, type Viewer } from '../../api/core/viewer.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { NeedsScript } from '../../ui/feedback/needs-script.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { LinkTab, LinkTabs } from '../../ui/tabs.tsx'
import { RestingRoles } from '../accounts/second-factor/resting-roles.tsx'
import { useSession } from '../accounts/session/session.tsx'
import { MANAGE_PLACES, type ManagePlace } from './places.ts'

interface Props {
  /** Where it is. */
  to: ManagePlace['to']
  children: (viewer: Viewer) => ReactNode
}

/** The frame of the pages for editors and admins. Nothing of what is in it is in the server's HTML. */
export function ManagePage({ to, children }: Props) {
  const { loading, viewer } = useSession()
  const known = mayManage(viewer, placeAt(to)) ? viewer : null
  if (!known && mayManage(awake(viewer), placeAt(to))) return <RestingRoles />
  if (!known && !loading) return <AccessDenied to={to} isGuest={!viewer} />
  return (
    <>
      <div className={known ? undefined : 'hidden maybe-member:block'}>
        {/* The same before and after it is known who it is, or focus and place on the page would be lost. */}
        <Frame to={to} viewer={known}>
          {known ? (
            // What somebody typed belongs to them: another member starts anew.
            <Fragment key={known.id}>{children(known)}</Fragment>
          ) : (
            <RowListSkeleton count={6} label="Loading" />
          )}
        </Frame>
      </div>
      {!known && (
        <div className="maybe-member:hidden">
          <AccessDenied to={to} isGuest />
        </div>
      )}
    </>
  )
}

function placeAt(to: ManagePlace['to']): ManagePlace {
  return MANAGE_PLACES.find((place) => place.to === to) as ManagePlace
}

function mayManage(viewer: Viewer | null, place: ManagePlace): boolean {
  if (place.for === 'admins') return hasRole(viewer, 'admin')
  return place.for === 'staff' ? isStaff(viewer) : isCurator(viewer)
}

interface FrameProps {
  to: ManagePlace['to']
  /** Null until it is known who it is. */
  viewer: Viewer | null
  children: ReactNode
}

function Frame({ to, viewer, children }: FrameProps) {
  const { title } = placeAt(to)
  const tabs = useRef<HTMLDivElement>(null)
  const places = MANAGE_PLACES.filter(
    (place) => place.to === to || (viewer ? mayManage(viewer, place) : !place.for),
  )
  useCurrentInSight(tabs, places.length)
  return (
    <>
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-1 mb-4 text-muted">{ABOUT[to]}</p>
      <div ref={tabs}>
        <LinkTabs label="What to manage">
          {places.map((place) => (
            <LinkTab key={place.to} to={place.to} current={place.to === to}>
              {place.label}
            </LinkTab>
          ))}
        </LinkTabs>
      </div>
      {children}
    </>
  )
}

/** On a phone the last tabs are out of sight, and more come before them once it is known who it is. */
function useCurrentInSight(tabs: RefObject<HTMLElement | null>, count: number) {
  useLayoutEffect(() => {
    const current = count > 0 && tabs.current?.querySelector('[aria-current]')
    if (current) current.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tabs, count])
}

function AccessDenied({ to, isGuest }: { to: ManagePlace['to']; isGuest: boolean }) {
  return (
    <EmptyState
      as="h1"
      icon="icon-shield-x"
      title="Access Denied"
      action={
        isGuest ? (
          <ButtonLink to="/auth" search={{ redirect: to }}>
            Sign In
          </ButtonLink>
        ) : (
          <ButtonLink to="/" kind="quiet">
            Return to Home
          </ButtonLink>
        )
      }
    >
      {deniedInWords(placeAt(to))}
      <NeedsScript>It needs JavaScript, since only they may see it.</NeedsScript>
    </EmptyState>
  )
}

function deniedInWords(place: ManagePlace): string {
  if (place.for === 'admins') return 'You need admin permissions to manage the site.'
  if (!place.for) return 'You need editor or admin permissions to manage content.'
  return `You need moderator or admin permissions to manage ${place.label.toLowerCase()}.`
}

const ABOUT: Record<ManagePlace['to'], string> = {
  '/manage': 'What the forum shows beside the words of its members, and who changed it.',
  '/manage/categories': 'The concepts that posts are about. Names and colours change everywhere at once.',
  '/manage/thinkers': 'People whose ideas the discussions return to.',
  '/manage/resources': 'Books and blogs to read on.',
  '/manage/events': 'What the community has planned. Readers see times in UTC and on their own clock.',
  '/manage/rules': 'What moderators go by.',
  '/manage/domains':
    'What links to these sites waits for a moderator, and no profile can name them as its website.',
  '/manage/invites': 'Links by which people may join, and who joined by them.',
  '/manage/site': 'What the forum is called, what it says of itself, and who may join.',
  '/manage/operation':
    'How the forum runs, and what to do about it. Numbers alone: nothing here is of anybody.',
}
