import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import type { Author } from './contract.ts'
import { displayName } from './display-name.ts'

interface Props {
  person: Author
  /** Whether the member has a public profile: false until their email address is verified. */
  hasProfile?: boolean
  badges?: ReactNode
  children?: ReactNode
}

export function Person({ person, hasProfile = true, badges, children }: Props) {
  const { username, avatar_url } = person
  const name = displayName(person)
  return (
    <div className="flex min-w-0 gap-3">
      <Avatar name={name} seed={username} src={avatar_url} size="md" />
      <div className="min-w-0 leading-snug">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {hasProfile ? (
            <a
              href={`/profile/${username}`}
              dir="auto"
              className="min-w-0 font-semibold wrap-anywhere hover:text-act"
            >
              {name}
            </a>
          ) : (
            <span dir="auto" className="min-w-0 font-semibold wrap-anywhere">
              {name}
            </span>
          )}
          {badges}
        </p>
        <p className="text-sm wrap-anywhere text-muted">@{username}</p>
        {children}
      </div>
    </div>
  )
}
