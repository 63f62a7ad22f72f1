import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { hasRole, isCurator, isStaff, type Viewer } from '../../api/core/viewer.ts'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { LinkTab, LinkTabs } from '../../ui/tabs.tsx'
import { RestrictedPage } from '../accounts/session/restricted-page.tsx'

/** Pages of /manage in the order of their tabs. For editors and admins, except where `for` differs. */
const PLACES = [
  {
    to: '/manage',
    label: 'Overview',
    title: 'Manage',
    about: 'What the forum shows beside the words of its members, and who changed it.',
  },
  {
    to: '/manage/categories',
    label: 'Categories',
    title: 'Manage Categories',
    about: 'The concepts that posts are about. Names and colours change everywhere at once.',
  },
  {
    to: '/manage/thinkers',
    label: 'Thinkers',
    title: 'Manage Thinkers',
    about: 'People whose ideas the discussions return to.',
  },
  {
    to: '/manage/resources',
    label: 'Resources',
    title: 'Manage Resources',
    about: 'Books and blogs to read on.',
  },
  {
    to: '/manage/events',
    label: 'Events',
    title: 'Manage Events',
    about: 'What the community has planned. Readers see times in UTC and on their own clock.',
  },
  { to: '/manage/rules', label: 'Rules', title: 'Manage Rules', about: 'What moderators go by.' },
  {
    to: '/manage/domains',
    label: 'Domains',
    title: 'Blocked Domains',
    about: 'What links to these sites waits for a moderator, and no profile can name them as its website.',
    for: 'staff',
  },
  {
    to: '/manage/invites',
    label: 'Invites',
    title: 'Manage Invites',
    about: 'Links by which people may join, and who joined by them.',
    for: 'staff',
  },
  {
    to: '/manage/site',
    label: 'Site',
    title: 'Manage Site',
    about: 'What the forum is called, what it says of itself, and who may join.',
    for: 'admins',
  },
  {
    to: '/manage/operation',
    label: 'Operation',
    title: 'Operation',
    about: 'How the forum runs, and what to do about it. Numbers alone: nothing here is of anybody.',
    for: 'admins',
  },
] as const satisfies { to: string; label: string; title: string; about: string; for?: 'admins' | 'staff' }[]

type To = (typeof PLACES)[number]['to']
type Place = { label: string; title: string; about: string; for?: 'admins' | 'staff' }

interface Props {
  to: To
  children: (viewer: Viewer) => ReactNode
}

/** The frame of a page of /manage. */
export function ManagePage({ to, children }: Props) {
  const place = placeAt(to)
  return (
    <RestrictedPage
      mayView={(viewer) => mayManage(viewer, place)}
      path={to}
      denial={deniedInWords(place)}
      frame={(content, viewer) => (
        <Frame to={to} viewer={viewer}>
          {content}
        </Frame>
      )}
      skeleton={<RowListSkeleton count={6} label="Loading" />}
    >
      {children}
    </RestrictedPage>
  )
}

function placeAt(to: To): Place {
  return PLACES.find((place) => place.to === to) as Place
}

function mayManage(viewer: Viewer | null, place: Place): boolean {
  if (place.for === 'admins') return hasRole(viewer, 'admin')
  return place.for === 'staff' ? isStaff(viewer) : isCurator(viewer)
}

interface FrameProps {
  to: To
  /** Null until the session is known. */
  viewer: Viewer | null
  children: ReactNode
}

function Frame({ to, viewer, children }: FrameProps) {
  const { title, about } = placeAt(to)
  const tabs = useRef<HTMLDivElement>(null)
  const places = PLACES.filter(
    (place: Place & { to: To }) => place.to === to || (viewer ? mayManage(viewer, place) : !place.for),
  )
  useCurrentInSight(tabs, places.length)
  return (
    <>
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-1 mb-4 text-muted">{about}</p>
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

/** On a phone the last tabs are out of sight, and the session may add tabs before them. */
function useCurrentInSight(tabs: RefObject<HTMLElement | null>, count: number) {
  useLayoutEffect(() => {
    const current = count > 0 && tabs.current?.querySelector('[aria-current]')
    if (current) current.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tabs, count])
}

function deniedInWords(place: Place): string {
  if (place.for === 'admins') return 'You need admin permissions to manage the site.'
  if (!place.for) return 'You need editor or admin permissions to manage content.'
  return `You need moderator or admin permissions to manage ${place.label.toLowerCase()}.`
}
