import { useSuspenseQuery } from '@tanstack/react-query'
import { Count } from '../../ui/format/count.tsx'
import { LinkTab, LinkTabs } from '../../ui/tabs.tsx'
import { displayName } from '../authors/display-name.ts'
import type { Profile } from '../profiles/contract.ts'
import { profileQuery } from '../profiles/queries.ts'
import { ListBoundary } from '../site/list-boundary.tsx'
import { ProfileHeader } from './profile-header.tsx'
import { type ProfileSearch, type ProfileTab, TABS } from './profile-search.ts'
import { PROFILE_TABS } from './profile-tabs.ts'

interface Props {
  /** As the address has it. */
  username: string
  search: ProfileSearch
}

export function ProfilePage({ username, search: { tab = 'posts', cursor } }: Props) {
  const { data: profile } = useSuspenseQuery(profileQuery(username))
  const { label, Panel, query } = PROFILE_TABS[tab]
  return (
    <>
      <ProfileHeader profile={profile} />
      <LinkTabs label={`What ${displayName(profile)} wrote`}>
        {TABS.map((each) => (
          <LinkTab
            key={each}
            to="/profile/$username"
            params={{ username: profile.username }}
            search={each === 'posts' ? {} : { tab: each }}
            resetScroll={false}
            current={each === tab}
          >
            {PROFILE_TABS[each].label}
            <TabCount value={countOf(profile, each)} />
          </LinkTab>
        ))}
      </LinkTabs>
      <ListBoundary
        query={query(username, cursor)}
        failure={`The ${label.toLowerCase()} could not be loaded`}
      >
        <Panel key={cursor} username={username} name={displayName(profile)} cursor={cursor} />
      </ListBoundary>
    </>
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
