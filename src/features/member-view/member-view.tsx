import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, useEffect } from 'react'
import { errorCode } from '../../api/core/api-error.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { Time } from '../../ui/format/time.tsx'
import { displayName } from '../authors/display-name.ts'
import type { MemberView as View } from './contract.ts'
import { History } from './history.tsx'
import { LatestThings } from './latest-things.tsx'
import { Notes } from './notes.tsx'
import { Numbers } from './numbers.tsx'
import { ABOUT_YOURSELF } from './policy.ts'
import { Purge } from './purge.tsx'
import { memberViewQuery } from './queries.ts'
import { Sanctions } from './sanctions.tsx'
import type { SectionProps } from './section.tsx'
import { Standing } from './standing.tsx'

/** In their order on the page. Each is a section with a heading of its own. */
const SECTIONS: readonly [string, ComponentType<SectionProps>][] = [
  ['standing', Standing],
  ['sanctions', Sanctions],
  ['purge', Purge],
  ['numbers', Numbers],
  ['notes', Notes],
  ['history', History],
  ['latest', LatestThings],
]

/** What moderators know of a member, on one page. */
export function MemberView({ viewer, username }: { viewer: Viewer; username: string }) {
  const { data, error, refetch } = useQuery(memberViewQuery(username))
  const navigate = useNavigate()
  const name = data?.member.username
  useEffect(() => {
    // A name that its owner gave up leads to the one they have now.
    if (name && name.toLowerCase() !== username.toLowerCase())
      void navigate({ to: '/moderation/members/$username', params: { username: name }, replace: true })
  }, [name, username, navigate])
  if (!data) {
    if (!error) return <RowListSkeleton count={6} label="Loading the member" />
    if (errorCode(error) === 'NOT_FOUND')
      return (
        <EmptyState as="h1" title="Member not found">
          Nobody is called “{username}”, or they have left.
        </EmptyState>
      )
    if (errorCode(error) === 'FORBIDDEN')
      return (
        <EmptyState as="h1" icon="icon-shield-x" title="This page is about you">
          {ABOUT_YOURSELF}
        </EmptyState>
      )
    return <ErrorState title="The member could not be loaded" onRetry={() => void refetch()} />
  }
  return (
    <>
      <Heading view={data} />
      {SECTIONS.map(([key, Section]) => (
        <Section key={key} view={data} viewer={viewer} />
      ))}
    </>
  )
}

function Heading({ view: { member, joined_at, is_verified, roles } }: { view: View }) {
  return (
    <header>
      <h1 className="text-2xl wrap-anywhere">
        <bdi>{displayName(member)}</bdi>
      </h1>
      <p className="mt-1 flex flex-wrap gap-x-3 text-muted">
        <a href={`/profile/${member.username}`} className="text-act underline underline-offset-4">
          @{member.username}
        </a>
        <span>
          joined <Time iso={joined_at} />
        </span>
        <span>{is_verified ? 'address verified' : 'address not verified'}</span>
        {roles.length > 0 && <span>{roles.join(', ')}</span>}
      </p>
    </header>
  )
}
