import { useQueryClient } from '@tanstack/react-query'
import { type HistoryState, Link, useRouteContext } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { FOLLOWED_SKELETON, FollowedPosts } from '../../content/following/following-list.tsx'
import type { Viewer } from '../../core/viewer.ts'
import { ActivityFeed } from '../../people/activity/activity-feed.tsx'
import { CachedFragment } from '../../platform/cache/cached-fragment.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Columns } from '../../ui/list/columns.tsx'
import { LinkTab, LinkTabs } from '../../ui/tabs.tsx'
import { PersonalNews } from './personal-news.tsx'
import { RecentDiscussions, recentPosts } from './recent-discussions.tsx'

export function MemberHome({ tab }: { tab: 'following' | undefined }) {
  const product = useRouteContext({ from: '__root__', select: ({ site }) => site.product })
  const { viewer } = useSession()
  return (
    <>
      <Welcome isMember={viewer !== null}>Welcome to The {product}</Welcome>
      <p className="mt-1 text-muted">What would you like to do today?</p>
      <ul className="mt-5 mb-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,10.25rem),1fr))] gap-3">
        {ACTIONS.map(({ to, state, icon, label, about }) => (
          <li key={to} className="grid">
            <Link
              to={to}
              {...(state && { state })}
              className="flex min-h-14 items-center gap-3 rounded-lg border border-line bg-raised px-3.5 py-2.5 leading-tight transition-colors duration-150 hover:border-act"
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
        asideLabel="Recent activity"
        aside={
          viewer && (
            <ActivityFeed empty="No activity yet. Posts and comments by people you follow appear here." />
          )
        }
      >
        <LinkTabs label="Home">
          <LinkTab to="/" resetScroll={false} current={!tab}>
            Overview
          </LinkTab>
          <LinkTab to="/" search={{ tab: 'following' }} resetScroll={false} current={tab === 'following'}>
            Following
          </LinkTab>
        </LinkTabs>
        {!tab && <Overview viewer={viewer} />}
        {tab === 'following' && (viewer ? <FollowedPosts search={{}} /> : FOLLOWED_SKELETON)}
      </Columns>
    </>
  )
}

function Overview({ viewer }: { viewer: Viewer | null }) {
  const queryClient = useQueryClient()
  return (
    <div className="mt-6">
      <CachedFragment name="member-recent" shows={queryClient.getQueryData(recentPosts().queryKey)}>
        <RecentDiscussions />
      </CachedFragment>
      {viewer ? (
        <Suspense fallback={<PersonalPlace />}>
          <PersonalNews viewer={viewer} waiting={<PersonalPlace />} />
        </Suspense>
      ) : (
        <PersonalPlace />
      )}
    </div>
  )
}

/** Placeholder for personal lists. As tall as a full list, so that a reload keeps the scroll position. */
function PersonalPlace() {
  return (
    <div
      data-personal-place
      aria-busy="true"
      className="grid min-h-240 content-start justify-items-center py-24"
    >
      <Spinner label="Loading" />
    </div>
  )
}

/** The member's greeting. Not an h1 until the session is confirmed, because the HTML has the guests' h1. */
function Welcome({ isMember, children }: { isMember: boolean; children: ReactNode }) {
  if (isMember) return <h1 className="text-2xl leading-tight">{children}</h1>
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <h1> would be the second one on the page
    <p
      role="heading"
      aria-level={1}
      className="font-serif text-2xl leading-tight font-semibold tracking-[-0.008em]"
    >
      {children}
    </p>
  )
}

const ACTIONS: { to: string; state?: HistoryState; icon: `icon-${string}`; label: string; about: string }[] =
  [
    { to: '/create-post-rich', icon: 'icon-pen-line', label: 'Create Post', about: 'Start a discussion' },
    { to: '/forum', icon: 'icon-messages-square', label: 'Browse Posts', about: 'Read what others argue' },
    {
      to: '/notes',
      state: { toWrite: true },
      icon: 'icon-notebook-pen',
      label: 'Create Note',
      about: 'Share a quick thought',
    },
    { to: '/community', icon: 'icon-users', label: 'Community', about: 'Meet the community' },
  ]
