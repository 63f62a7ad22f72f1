import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pointsText } from '../../content/votes/points.ts'
import type { Profile } from '../../people/profiles/contract.ts'
import { profileQuery } from '../../people/profiles/queries.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { postHref } from '../../shared/branding/item-address.ts'
import { ListBoundary } from '../../shared/branding/list-boundary.tsx'
import { badgeTint } from '../../ui/badge.tsx'
import { Count } from '../../ui/format/count.tsx'
import { Columns } from '../../ui/list/columns.tsx'
import { LinkTab, LinkTabs } from '../../ui/tabs.tsx'
import type { Highlights } from './contract.ts'
import { ProfileHeader } from './profile-header.tsx'
import { PROFILE_TABS } from './profile-panels.tsx'
import { type ProfileSearch, type ProfileTab, TABS } from './profile-search.ts'
import { highlightsQuery } from './queries.ts'

interface Props {
  /** The username in the URL, in any letter case. */
  username: string
  search: ProfileSearch
}

export function ProfilePage({ username, search }: Props) {
  return (
    <ListBoundary
      query={profileQuery(username)}
      failure="The profile could not be loaded"
      heading={
        <>
          <h1 className="mb-6 text-2xl leading-tight wrap-anywhere">@{username}</h1>
          <ProfileTabs username={username} name={username} current={search.tab} />
          <div className="h-5" />
        </>
      }
    >
      <LoadedProfile username={username} search={search} />
    </ListBoundary>
  )
}

function LoadedProfile({ username, search: { tab = 'posts', cursor } }: Props) {
  const { data: profile } = useSuspenseQuery(profileQuery(username))
  const { label, Panel, query } = PROFILE_TABS[tab]
  return (
    <>
      <ProfileHeader profile={profile} />
      <ProfileTabs username={profile.username} name={displayName(profile)} current={tab} profile={profile} />
      <ListBoundary
        query={query(username, cursor)}
        failure={`The ${label.toLowerCase()} could not be loaded`}
      >
        <Panel key={cursor} username={username} name={displayName(profile)} cursor={cursor} />
      </ListBoundary>
    </>
  )
}

interface TabsProps {
  username: string
  name: string
  current: ProfileTab | undefined
  profile?: Profile
}

function ProfileTabs({ username, name, current = 'posts', profile }: TabsProps) {
  return (
    <LinkTabs label={`Content by ${name}`}>
      {TABS.map((each) => (
        <LinkTab
          key={each}
          to="/profile/$username"
          params={{ username }}
          search={each === 'posts' ? {} : { tab: each }}
          resetScroll={false}
          current={each === current}
        >
          {PROFILE_TABS[each].label}
          {profile && <TabCount value={countOf(profile, each)} />}
        </LinkTab>
      ))}
    </LinkTabs>
  )
}

function TabCount({ value }: { value: number }) {
  return (
    <span className="ml-1.5 font-normal text-faint">
      <Count value={value} />
    </span>
  )
}

function countOf({ post_count, comment_count, note_count }: Profile, tab: ProfileTab): number {
  return { posts: post_count, comments: comment_count, notes: note_count }[tab]
}

/** Shows `children` and, next to them, the member's most used concepts and best posts, if there are any. */
export function WithHighlights({ username, children }: { username: string; children: ReactNode }) {
  const { concepts = [], best = [] } = useQuery(highlightsQuery(username)).data ?? {}
  const aside = concepts.length + best.length > 0 && (
    <>
      {concepts.length > 0 && <WrittenAbout concepts={concepts} />}
      {best.length > 0 && <BestPosts posts={best} />}
    </>
  )
  return (
    <Columns aside={aside} asideLabel="Content">
      {children}
    </Columns>
  )
}

function WrittenAbout({ concepts }: { concepts: Highlights['concepts'] }) {
  return (
    <section aria-labelledby="written-about">
      <h2 id="written-about" className="aside-title">
        Writes about
      </h2>
      <ul className="-mt-1.5">
        {concepts.map(({ id, name, color, posts }) => (
          <li key={id}>
            <a
              href={`/concepts/${id}`}
              className="flex min-h-8 items-center justify-between gap-3 hover:text-act pointer-coarse:min-h-11"
            >
              <span className="badge" style={badgeTint(color)}>
                <span dir="auto" className="truncate">
                  {name}
                </span>
              </span>
              <span className="flex-none text-sm text-faint">
                {posts} {posts === 1 ? 'post' : 'posts'}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function BestPosts({ posts }: { posts: Highlights['best'] }) {
  return (
    <section aria-labelledby="best-posts">
      <h2 id="best-posts" className="aside-title">
        Best posts
      </h2>
      <ul className="grid gap-3">
        {posts.map(({ id, title, votes_score }) => (
          <li key={id} className="min-w-0 leading-snug wrap-anywhere">
            <a
              dir="auto"
              href={postHref({ id, title })}
              className="line-clamp-3 font-medium text-pretty hover:text-act"
            >
              {title}
            </a>
            <span className="text-sm text-faint">{pointsText(votes_score)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
