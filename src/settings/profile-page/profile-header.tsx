import type { ReactNode } from 'react'
import type { Profile } from '../../people/profiles/contract.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { FeedLink } from '../../shared/branding/feed-links.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { RoleBadge } from '../../ui/badge.tsx'
import { Count } from '../../ui/format/count.tsx'
import { DateOnly } from '../../ui/format/time.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ShortText } from '../../ui/prose.tsx'
import { OwnLink, ProfileActions } from './profile-actions.tsx'

export function ProfileHeader({ profile }: { profile: Profile }) {
  const { username, avatar_url, roles, bio, bio_html } = profile
  const name = displayName(profile)
  return (
    <header className="mb-6">
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="min-w-0">
          <div className="flex items-center gap-5 max-md:flex-wrap max-md:gap-y-3">
            <OwnLink profile={profile}>
              <Avatar name={name} seed={username} src={avatar_url} size="lg" />
            </OwnLink>
            <div className="min-w-0 flex-1 basis-48">
              <h1 className="text-2xl leading-tight wrap-anywhere">
                <bdi>{name}</bdi>
              </h1>
              <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-muted">
                <span className="wrap-anywhere">@{username}</span>
                {roles.map((role) => (
                  <RoleBadge key={role} role={role} />
                ))}
              </p>
            </div>
          </div>
          {bio && (
            <ShortText
              html={bio_html}
              text={bio}
              className="mt-5 max-w-[38rem] font-serif text-lg leading-relaxed wrap-anywhere"
            />
          )}
        </div>
        <div className="min-w-0">
          <ProfileActions profile={profile} />
          <Facts profile={profile} />
        </div>
      </div>
      <Stats profile={profile} />
    </header>
  )
}

function Facts({ profile }: { profile: Profile }) {
  const { username, location, website_url, created_at } = profile
  const website = website_url?.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
  return (
    <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-sm text-muted lg:grid">
      {location && (
        <Fact icon="icon-map-pin">
          <bdi>{location}</bdi>
        </Fact>
      )}
      {website_url && (
        <Fact icon="icon-link">
          <a
            href={website_url}
            rel="nofollow ugc noopener"
            target="_blank"
            className="text-act underline-offset-4 hover:underline"
          >
            {website}
          </a>
        </Fact>
      )}
      <Fact icon="icon-calendar-days">
        Joined <DateOnly iso={created_at} />
      </Fact>
      <li className="flex items-center">
        <FeedLink path={`/feeds/members/${username}`} of={displayName(profile)} />
      </li>
    </ul>
  )
}

function Fact({ icon, children }: { icon: `icon-${string}`; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-center gap-2 max-md:min-h-8">
      <Icon icon={icon} className="size-4 text-faint" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  )
}

function Stats({ profile }: { profile: Profile }) {
  const { username, post_count, comment_count, followers_count, following_count } = profile
  return (
    <ul className="mt-5 grid grid-cols-4 gap-x-2 md:flex md:flex-wrap md:gap-x-7">
      <li className={STAT}>
        <Stat value={post_count} label={post_count === 1 ? 'post' : 'posts'} />
      </li>
      <li className={STAT}>
        <Stat value={comment_count} label={comment_count === 1 ? 'comment' : 'comments'} />
      </li>
      <li>
        <a href={`/profile/${username}/followers`} className={`${STAT} hover:text-act`}>
          <Stat value={followers_count} label={followers_count === 1 ? 'follower' : 'followers'} />
        </a>
      </li>
      <li>
        <a href={`/profile/${username}/following`} className={`${STAT} hover:text-act`}>
          <Stat value={following_count} label="following" />
        </a>
      </li>
    </ul>
  )
}

function Stat({ value, label }: { value: number; label: string }) {
  return (
    <>
      <b className="text-base font-semibold">
        <Count value={value} />
      </b>{' '}
      <span className="text-muted">{label}</span>
    </>
  )
}

const STAT = 'flex min-h-11 flex-col max-md:text-sm md:flex-row md:items-center md:gap-1.5'
