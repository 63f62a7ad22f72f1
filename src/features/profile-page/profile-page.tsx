import { useSuspenseQuery } from '@tanstack/react-query'
import { Count } from '../../ui/format/count.tsx'
import { LinkTab, LinkTabs } from '../../ui/tabs.tsx'
import { displayName } from '../authors/display-name.ts'
import type { Profile } from '../profiles/contract.ts'
import { profileQuery } from '../profiles/queries.ts'
import { ListBoundary } from '../site/list-boundary.tsx'
import { ProfileHeader } from './profile-header.tsx'
import { PROFILE_TABS } from './profile-panels.tsx'
import { type ProfileSearch, type ProfileTab, TABS } from './profile-search.ts'

interface Props {
  /** From the address, in any case. */
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
  /** Has the counts. */
  profile?: Profile
}

function ProfileTabs({ username, name, current = 'posts', profile }: TabsProps) {
  return (
    <LinkTabs label={`What ${name} wrote`}>
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
