import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId } from 'react'
import { errorCode } from '../../core/api-error.ts'
import { api } from '../../core/client.ts'
import type { Viewer } from '../../core/viewer.ts'
import { MemberPurge } from '../../moderation/purges/member-purge.tsx'
import { MemberSanctions } from '../../moderation/sanctions/member-sanctions.tsx'
import { displayName } from '../../shared/authors/display-name.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { Time } from '../../ui/format/time.tsx'
import type { MemberView as View } from './contract.ts'
import { History } from './history.tsx'
import { LatestTexts } from './latest-texts.tsx'
import { MemberStats } from './member-stats.tsx'
import { MemberNotesSection } from './notes.tsx'
import { NOTES_ABOUT_YOURSELF } from './policy.ts'
import { StaffPage } from './staff-page.tsx'
import { MemberStanding } from './standing.tsx'

/** The page /moderation/members/{username}. */
export function MemberViewPage({ username }: { username: string }) {
  return (
    <StaffPage
      path={`/moderation/members/${encodeURIComponent(username)}`}
      purpose="view members’ moderation profiles"
      loading="Loading member"
    >
      {(viewer) => <MemberView key={username} viewer={viewer} username={username} />}
    </StaffPage>
  )
}

function MemberView({ viewer, username }: { viewer: Viewer; username: string }) {
  const { data, error, refetch } = useQuery(
    api.memberView.read.queryOptions({ input: { username }, staleTime: 0 }),
  )
  useCurrentName(username, data?.member.username)
  if (!data) {
    if (!error) return <RowListSkeleton count={6} label="Loading member" />
    if (errorCode(error) === 'NOT_FOUND')
      return (
        <EmptyState as="h1" title="Member not found">
          No member is called “{username}”. They may have deleted their account.
        </EmptyState>
      )
    if (errorCode(error) === 'FORBIDDEN')
      return (
        <EmptyState as="h1" icon="icon-shield-x" title="This page is about you">
          {NOTES_ABOUT_YOURSELF}
        </EmptyState>
      )
    return <ErrorState title="The member could not be loaded" onRetry={() => void refetch()} />
  }
  const { member, may_act, latest } = data
  return (
    <>
      <Heading view={data} />
      <Section title="Standing">
        <MemberStanding view={data} />
      </Section>
      <Section title="Sanctions">
        <MemberSanctions username={member.username} />
      </Section>
      <Section title="Purge">
        <MemberPurge username={member.username} mayAct={may_act} latest={<LatestTexts things={latest} />} />
      </Section>
      <Section title="Numbers">
        <MemberStats numbers={data.numbers} />
      </Section>
      <Section title="Notes">
        <MemberNotesSection view={data} viewer={viewer} />
      </Section>
      <Section title="History">
        <History username={member.username} />
      </Section>
      <Section title="Latest">
        {latest.length === 0 ? (
          <p className="text-muted">No posts, comments or notes yet.</p>
        ) : (
          <LatestTexts things={latest} />
        )}
      </Section>
    </>
  )
}

/** Redirects from a former username to the current one. */
function useCurrentName(asked: string, current: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (current && current.toLowerCase() !== asked.toLowerCase())
      void navigate({ to: '/moderation/members/$username', params: { username: current }, replace: true })
  }, [current, asked, navigate])
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="mb-3 text-lg">
        {title}
      </h2>
      {children}
    </section>
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
