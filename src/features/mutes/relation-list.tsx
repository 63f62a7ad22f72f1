import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import type { Author } from '../authors/contract.ts'
import { displayName } from '../authors/display-name.ts'
import type { Relation } from './policy.ts'
import { relationsQuery } from './queries.ts'
import { useRelation } from './use-relation.ts'

interface Props {
  relation: Relation
  title: string
  /** What is said where there is nobody. */
  empty: string
}

/** Whom the viewer mutes, or blocks, and the way to end it. */
export function RelationList({ relation, title, empty }: Props) {
  const list = useInfiniteQuery(relationsQuery(relation))
  const heading = useRef<HTMLHeadingElement>(null)
  const people = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <div>
      <h3 ref={heading} tabIndex={-1} className="font-sans text-base font-semibold">
        {title}
      </h3>
      {list.isPending && <RowListSkeleton count={1} label="Loading members" />}
      {list.isError && (
        <ErrorState title="The members could not be loaded" onRetry={() => void list.refetch()} />
      )}
      {list.data && people.length === 0 && <p className="mt-1 text-sm text-muted">{empty}</p>}
      <ul>
        {people.map(({ profile }) => (
          // The button goes with its line: the keyboard goes on from the heading.
          <Person
            key={profile.id}
            person={profile}
            relation={relation}
            onEnd={() => heading.current?.focus()}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button kind="quiet" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}

function Person({ person, relation, onEnd }: { person: Author; relation: Relation; onEnd: () => void }) {
  const { set } = useRelation(person)
  const name = displayName(person)
  const label = relation === 'mutes' ? 'Unmute' : 'Unblock'
  return (
    <li className="flex min-h-15 items-center gap-3 border-b border-line py-2">
      <Avatar name={name} seed={person.username} src={person.avatar_url} size="md" />
      <a href={`/profile/${person.username}`} className="min-w-0 flex-1 wrap-anywhere hover:text-act">
        <b dir="auto" className="font-semibold">
          {name}
        </b>{' '}
        <span className="text-muted">@{person.username}</span>
      </a>
      <Button
        kind="quiet"
        aria-label={`${label} ${name}`}
        onClick={() => {
          onEnd()
          void set(relation, false)
        }}
      >
        {label}
      </Button>
    </li>
  )
}
