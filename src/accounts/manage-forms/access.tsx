import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { hasRole, isCurator, isStaff, type Viewer } from '../../core/viewer.ts'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { LinkTab, LinkTabs } from '../../ui/tabs.tsx'
import { RestrictedPage } from '../session/restricted-page.tsx'

/** Pages of /manage in the order of their tabs, for editors and admins unless `for` says otherwise. */
const PLACES = [
  {
    to: '/manage',
    label: 'Overview',
    title: 'Manage',
    about: 'The forum’s own content, and who changed it.',
  },
  {
    to: '/manage/concepts',
    label: 'Concepts',
    title: 'Manage Concepts',
    about: 'The concepts of posts. New names and colours apply everywhere immediately.',
  },
  {
    to: '/manage/thinkers',
    label: 'Thinkers',
    title: 'Manage Thinkers',
    about: 'People whose ideas shape the discussions.',
  },
  {
    to: '/manage/resources',
    label: 'Resources',
    title: 'Manage Resources',
    about: 'Recommended books and blogs.',
  },
  {
    to: '/manage/events',
    label: 'Events',
    title: 'Manage Events',
    about: 'Planned community events. Readers see times in UTC and in their own time zone.',
  },
  { to: '/manage/rules', label: 'Rules', title: 'Manage Rules', about: 'The rules that moderators enforce.' },
  {
    to: '/manage/domains',
    label: 'Domains',
    title: 'Blocked Domains',
    about:
      'Content that links to these sites requires approval, and profiles can’t use them as their website.',
    for: 'staff',
  },
  {
    to: '/manage/replies',
    label: 'Replies',
    title: 'Manage Replies',
    about: 'For moderators.',
    for: 'staff',
  },
  {
    to: '/manage/watched-words',
    label: 'Words',
    title: 'Watched Words',
    about:
      'Words that hold a text for approval, are replaced when it is saved, or can’t be used. Private messages are never held.',
    for: 'staff',
  },
  {
    to: '/manage/blocked-mail',
    label: 'Blocked mail',
    title: 'Blocked Email Addresses',
    about: 'No one can sign up with these addresses and domains, or change to them. Members stay.',
    for: 'admins',
  },
  {
    to: '/manage/invites',
    label: 'Invites',
    title: 'Manage Invites',
    about: 'Invite links, and who joined with them.',
    for: 'staff',
  },
  {
    to: '/manage/site',
    label: 'Site',
    title: 'Manage Site',
    about: 'The forum’s name and texts, and who can join.',
    for: 'admins',
  },
  {
    to: '/manage/accounts',
    label: 'Accounts',
    title: 'Accounts',
    about: 'Roles, names and addresses of members. Every change is in the log of changes.',
    for: 'admins',
  },
  {
    to: '/manage/webhooks',
    label: 'Webhooks',
    title: 'Webhooks',
    about: 'Send events of the forum to other programs.',
    for: 'admins',
  },
  {
    to: '/manage/import',
    label: 'Import',
    title: 'Import',
    about: 'Move here from Discourse, NodeBB or phpBB.',
    for: 'admins',
  },
  {
    to: '/manage/dashboard',
    label: 'Dashboard',
    title: 'Dashboard',
    about: 'How the forum is running, and how to fix problems. No personal data.',
    for: 'admins',
  },
] as const satisfies { to: string; label: string; title: string; about: string; for?: 'admins' | 'staff' }[]

type ManagePath = (typeof PLACES)[number]['to']
type Place = { label: string; title: string; about: string; for?: 'admins' | 'staff' }

interface Props {
  to: ManagePath
  children: (viewer: Viewer) => ReactNode
}

/** Renders the layout of a page of /manage. */
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

function placeAt(to: ManagePath): Place {
  return PLACES.find((place) => place.to === to) as Place
}

function mayManage(viewer: Viewer | null, place: Place): boolean {
  if (place.for === 'admins') return hasRole(viewer, 'admin')
  return place.for === 'staff' ? isStaff(viewer) : isCurator(viewer)
}

interface FrameProps {
  to: ManagePath
  /** Null until the session has been checked. */
  viewer: Viewer | null
  children: ReactNode
}

function Frame({ to, viewer, children }: FrameProps) {
  const { title, about } = placeAt(to)
  const tabs = useRef<HTMLDivElement>(null)
  const places = PLACES.filter(
    (place: Place & { to: ManagePath }) =>
      place.to === to || (viewer ? mayManage(viewer, place) : !place.for),
  )
  useCurrentInSight(tabs, places.length)
  return (
    <>
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-1 mb-4 text-muted">{about}</p>
      <div ref={tabs}>
        <LinkTabs label="Manage sections">
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

/** Scrolls the current tab into view. On a phone it may be hidden, and the session check may add tabs before it. */
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
