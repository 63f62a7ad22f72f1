import { type HistoryState, Link, useRouteContext } from '@tanstack/react-router'
import { Icon } from '../../ui/icon.tsx'
import { ActivityFeed } from '../activity/activity-feed.tsx'
import { RecentDiscussions } from './recent-discussions.tsx'

export function MemberHome() {
  const product = useRouteContext({ from: '__root__', select: ({ site }) => site.product })
  return (
    <>
      <h1 className="text-3xl leading-tight max-md:text-2xl">Welcome to The {product}</h1>
      <p className="mt-2 text-lg text-muted">What would you like to do today?</p>
      <ul className="mt-8 mb-12 grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
        {ACTIONS.map(({ to, state, icon, label, about }) => (
          <li key={to}>
            <Link
              to={to}
              {...(state && { state, 'data-opens-field': true })}
              className="group grid h-full content-start gap-1 rounded-lg border border-line bg-raised p-4 md:p-5 transition-colors duration-150 hover:border-act"
            >
              <Icon icon={icon} className="mb-3 size-6 text-act" />
              <span className="font-serif text-lg font-semibold">{label}</span>
              <span className="text-sm text-muted">{about}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="grid gap-14 lg:grid-cols-[minmax(50%,1fr)_minmax(0,20rem)]">
        <RecentDiscussions />
        <ActivityFeed empty="Nothing yet. What you do, and those you follow, appears here." />
      </div>
    </>
  )
}

interface Action {
  to: string
  state?: HistoryState
  icon: `icon-${string}`
  label: string
  about: string
}

const ACTIONS: Action[] = [
  { to: '/create-post-rich', icon: 'icon-pen-line', label: 'Create Post', about: 'Start a discussion' },
  { to: '/forum', icon: 'icon-messages-square', label: 'Browse Posts', about: 'Read what others argue' },
  {
    to: '/notes',
    state: { toWrite: true },
    icon: 'icon-notebook-pen',
    label: 'Create Note',
    about: 'Share a quick thought',
  },
  { to: '/community', icon: 'icon-users', label: 'Community', about: 'See who is here' },
]
