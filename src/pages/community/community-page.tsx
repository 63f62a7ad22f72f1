import { useQuery } from '@tanstack/react-query'
import { Person } from '../../shared/authors/person.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { formatNumber } from '../../ui/format/format-number.ts'
import { DateOnly } from '../../ui/format/time.tsx'
import { EventsPreview } from '../events/events-preview.tsx'
import type { CommunityMember } from './contract.ts'
import { MOST_ACTIVE_DAYS } from './policy.ts'
import { communityQuery } from './queries.ts'

export function CommunityPage() {
  const { data, isPending, refetch } = useQuery(communityQuery())
  return (
    <>
      <h1 className="text-2xl">Community</h1>
      <section aria-labelledby="events" className="mt-5 rounded-lg border border-line bg-raised p-5">
        <h2 id="events" className="text-lg">
          Events
        </h2>
        <EventsPreview />
      </section>
      {!data && !isPending && (
        <div className="mt-8">
          <ErrorState title="The members could not be loaded" onRetry={() => void refetch()} />
        </div>
      )}
      {(data || isPending) && (
        <div className="mt-10 grid gap-x-14 gap-y-12 md:grid-cols-2">
          <People
            id="active"
            title="Most active"
            about={`By contributions in the last ${MOST_ACTIVE_DAYS} days`}
            people={data?.active}
          >
            Nobody has posted recently. Active members appear here.
          </People>
          <People id="newest" title="Newest members" about="Recently joined" people={data?.newest}>
            Nobody has joined yet. Members appear here once they verify their email address.
          </People>
        </div>
      )}
    </>
  )
}

interface PeopleProps {
  id: string
  title: string
  about: string
  people: CommunityMember[] | undefined
  /** Text to show if there are no people. */
  children: string
}

function People({ id, title, about, people, children }: PeopleProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <p className="border-b border-line pb-3 text-sm text-muted">{about}</p>
      {!people && <RowListSkeleton count={6} label="Loading members" />}
      {people?.length === 0 && (
        <EmptyState as="h3" icon="icon-users" title="Nobody yet">
          {children}
        </EmptyState>
      )}
      <ul>
        {people?.map((person) => (
          <li key={person.id} data-list-item className="border-b border-line py-4">
            <Person person={person}>
              <Facts member={person} />
            </Person>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Facts({ member }: { member: CommunityMember }) {
  const { contributions, post_count, comment_count, created_at } = member
  return (
    <>
      {contributions !== undefined && (
        <p className="mt-1 text-sm">
          {counted(contributions, 'contribution')} in {MOST_ACTIVE_DAYS} days
        </p>
      )}
      <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-faint">
        <span>{counted(post_count, 'post')}</span>
        <span>{counted(comment_count, 'comment')}</span>
        <span>
          joined <DateOnly iso={created_at} />
        </span>
      </p>
    </>
  )
}

function counted(number: number, unit: string): string {
  return `${formatNumber(number)} ${unit}${number === 1 ? '' : 's'}`
}
