import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useSession } from '../../accounts/session/session.tsx'
import { CommunityStats } from '../../pages/community/community-stats.tsx'
import { ActivityFeed, publicActivity } from '../../people/activity/activity-feed.tsx'
import { CachedFragment } from '../../platform/cache/cached-fragment.tsx'
import { landingText } from '../../platform/site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { MemberHome } from './member-home.tsx'
import { RecentDiscussions, recentPosts } from './recent-discussions.tsx'
import type { TokenSearch } from './token-notice.tsx'

export interface HomeSearch extends TokenSearch {
  /** Tab of the members' page. Omitted for the overview. Guests see the landing page in any case. */
  tab?: 'following' | undefined
}

/** The home page. Its HTML contains the guests' and the members' page, and CSS hides one of them. */
export function HomePage({ tab }: Pick<HomeSearch, 'tab'>) {
  const { loading, viewer } = useSession()
  return (
    <>
      {(viewer || loading) && (
        <div className="guest:hidden">
          <MemberHome tab={tab} />
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

function Landing() {
  const { headline, introduction } = useRouteContext({
    from: '__root__',
    select: ({ site }) => landingText(site),
  })
  const queryClient = useQueryClient()
  return (
    <>
      <div className="dawn" />
      <div className="mt-9 grid gap-11 min-[75rem]:grid-cols-[minmax(0,1fr)_min(27.5rem,45%)] min-[75rem]:gap-14">
        <section>
          <h1 className="text-[2.875rem] leading-[1.09] tracking-tight max-md:text-3xl">{headline}</h1>
          <p className="mt-5 max-w-xl font-serif text-xl leading-relaxed text-muted">{introduction}</p>
          <p className="mt-7 flex flex-wrap gap-3">
            <ButtonLink to="/auth" search={{ tab: 'sign-up' }} className="min-h-11 px-5.5">
              Get Started
            </ButtonLink>
            <ButtonLink to="/forum" kind="quiet" className="min-h-11">
              Browse Posts
            </ButtonLink>
          </p>
        </section>
        <CachedFragment name="recent" shows={queryClient.getQueryData(recentPosts().queryKey)}>
          <RecentDiscussions isShort />
        </CachedFragment>
      </div>
      <CommunityStats />
      <Promises />
      <div className="mt-16 max-w-180">
        <CachedFragment name="activity" shows={queryClient.getQueryData(publicActivity().queryKey)}>
          <ActivityFeed empty="No activity yet. Members’ posts and comments appear here." />
        </CachedFragment>
      </div>
    </>
  )
}

function Promises() {
  return (
    <ul className="mt-12 grid gap-6 sm:grid-cols-3 lg:gap-9">
      {PROMISES.map(({ title, text }) => (
        <li key={title} className="border-t border-line pt-4">
          <h2 className="text-lg">{title}</h2>
          <p className="mt-1 text-muted">{text}</p>
        </li>
      ))}
    </ul>
  )
}

const PROMISES = [
  { title: 'Argue well', text: 'Long posts, threaded replies, votes that reward care.' },
  { title: 'Meet minds', text: 'Follow people, write to them, leave short notes.' },
  { title: 'Go deeper', text: 'Concepts, thinkers and a library maintained by members.' },
]
