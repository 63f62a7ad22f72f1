import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useSession } from '../../accounts/session/session.tsx'
import { isolateText } from '../../platform/bidi-isolation.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { ListBoundary } from '../../shared/branding/list-boundary.tsx'
import { stripMarkup } from '../../shared/markup/preview.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ShowMore } from '../../ui/list/show-more.tsx'
import { LinkTab, LinkTabs } from '../../ui/tabs.tsx'
import { profileQuery } from '../profiles/queries.ts'
import type { Follow } from './contract.ts'
import { FollowButton } from './follow-button.tsx'
import { followsHref, TITLES } from './follows-search.ts'
import type { FollowsSide } from './policy.ts'
import { followsQuery } from './queries.ts'

interface Props {
  username: string
  side: FollowsSide
  cursor: string | undefined
}

export function FollowsPage(props: Props) {
  const { username, side } = props
  return (
    <ListBoundary
      query={profileQuery(username)}
      failure="The profile could not be loaded"
      heading={
        <>
          <BackToProfile username={username} />
          <h1 className="mb-4 text-2xl leading-tight wrap-anywhere">{TITLES[side](`@${username}`)}</h1>
        </>
      }
    >
      <LoadedFollows {...props} />
    </ListBoundary>
  )
}

function BackToProfile({ username }: { username: string }) {
  return (
    <a
      href={`/profile/${username}`}
      className="inline-flex min-h-11 items-center gap-2 text-sm text-muted hover:text-text"
    >
      <Icon icon="icon-arrow-left" className="size-4" />
      Profile
    </a>
  )
}

function LoadedFollows({ username, side, cursor }: Props) {
  const { data: profile } = useSuspenseQuery(profileQuery(username))
  const name = displayName(profile)
  const to = { params: { username: profile.username }, resetScroll: false }
  return (
    <>
      <BackToProfile username={profile.username} />
      <h1 className="mb-4 text-2xl leading-tight wrap-anywhere">{TITLES[side](isolateText(name))}</h1>
      <LinkTabs label="Follows">
        <LinkTab to="/profile/$username/followers" {...to} current={side === 'followers'}>
          {`Followers (${profile.followers_count})`}
        </LinkTab>
        <LinkTab to="/profile/$username/following" {...to} current={side === 'following'}>
          {`Following (${profile.following_count})`}
        </LinkTab>
      </LinkTabs>
      <ListBoundary query={followsQuery(username, side, cursor)} failure="The members could not be loaded">
        <People key={side} username={username} side={side} cursor={cursor} name={name} />
      </ListBoundary>
    </>
  )
}

function People({ username, side, cursor, name }: Props & { name: string }) {
  const list = useSuspenseInfiniteQuery(followsQuery(username, side, cursor))
  const follows = list.data.pages.flatMap(({ items }) => items)
  if (follows.length === 0)
    return (
      <EmptyState icon="icon-users" title={side === 'followers' ? 'No followers yet' : 'Nobody yet'}>
        {side === 'followers'
          ? `People who follow ${isolateText(name)} appear here.`
          : `People ${isolateText(name)} follows appear here.`}
      </EmptyState>
    )
  return (
    <>
      {cursor && (
        <a href={followsHref(username, side)} className="page-link">
          Back to the beginning
        </a>
      )}
      <ul>
        {follows.map((follow) => (
          <Person key={follow.id} person={follow.profile} />
        ))}
      </ul>
      <ShowMore
        list={list}
        label="Show more"
        hrefOf={(next) => followsHref(username, side, next)}
        failure="More members could not be loaded"
      />
    </>
  )
}

function Person({ person }: { person: Follow['profile'] }) {
  const { viewer } = useSession()
  const { username, avatar_url, bio } = person
  const name = displayName(person)
  return (
    <li data-list-item className="flex items-start gap-3 border-b border-line py-4">
      <Avatar name={name} seed={username} src={avatar_url} size="md" />
      <div className="min-w-0 flex-1">
        <h2 className="font-sans text-base leading-snug wrap-anywhere">
          <a href={`/profile/${username}`} className="font-semibold hover:text-act">
            <bdi>{name}</bdi>
          </a>{' '}
          <span className="font-normal text-muted">@{username}</span>
        </h2>
        {bio && (
          <p dir="auto" className="mt-1 line-clamp-2 text-muted wrap-anywhere">
            {stripMarkup(bio)}
          </p>
        )}
      </div>
      {viewer && <FollowButton person={person} name={name} />}
    </li>
  )
}
