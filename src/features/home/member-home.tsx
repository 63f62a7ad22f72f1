import { type HistoryState, Link, useRouteContext } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Columns } from '../../ui/list/columns.tsx'
import { useSession } from '../accounts/session/session.tsx'
import { ActivityFeed } from '../activity/activity-feed.tsx'
import { areFirstStepsOver } from '../first-steps/over.ts'
import { RecentDiscussions, WaitingDiscussions } from './recent-discussions.tsx'

const SinceLastVisit = lazyPart(() => import('./since-last-visit.tsx'))

export function MemberHome() {
  const product = useRouteContext({ from: '__root__', select: ({ site }) => site.product })
  return (
    <>
      <h1 className="text-2xl leading-tight">Welcome to The {product}</h1>
      <p className="mt-1 text-muted">What would you like to do today?</p>
      <ul className="mt-5 mb-9 grid grid-cols-[repeat(auto-fit,minmax(min(100%,10.25rem),1fr))] gap-3">
        {ACTIONS.map(({ to, state, icon, label, about }) => (
          <li key={to}>
            <Link
              to={to}
              {...(state && { state, 'data-opens-field': true })}
              className="flex min-h-14 items-center gap-3 rounded-lg border border-line bg-raised px-3.5 leading-tight transition-colors duration-150 hover:border-act"
            >
              <Icon icon={icon} className="size-5 text-act" />
              <span className="min-w-0 wrap-anywhere">
                <span className="block font-semibold">{label}</span>
                <span className="text-xs text-muted">{about}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Columns
        asideLabel="What happened"
        aside={<ActivityFeed empty="Nothing yet. What you do, and those you follow, appears here." />}
      >
        <Led>
          <Suspense fallback={<WaitingDiscussions />}>
            <SinceLastVisit waiting={<WaitingDiscussions />}>
              <RecentDiscussions />
            </SinceLastVisit>
          </Suspense>
        </Led>
      </Columns>
    </>
  )
}

const FirstSteps = lazyPart(() => import('../first-steps/first-steps.tsx'))

/** New members are led through their first steps; on a device that knows of their end nothing is loaded for them. */
function Led({ children }: { children: ReactNode }) {
  const { viewer } = useSession()
  const [isOver] = useState(() => !viewer || areFirstStepsOver(viewer.id))
  if (isOver) return children
  return (
    <Suspense fallback={<WaitingDiscussions />}>
      <FirstSteps waiting={<WaitingDiscussions />}>{children}</FirstSteps>
    </Suspense>
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
