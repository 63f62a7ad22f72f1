import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { client } from '../../core/client.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { Author } from '../../shared/authors/contract.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { toast, toastError } from '../../ui/feedback/toast.ts'
import { MESSAGES_FROM, type MessagesFrom } from '../profiles/my-profile-policy.ts'
import type { Relation } from './policy.ts'
import { relationsQuery, useRelation } from './use-relation.ts'

export default function PrivacySettings({ viewer }: { viewer: Viewer }) {
  return (
    <div className="mt-4 grid gap-8">
      <MessagesFromField viewer={viewer} />
      <RelationList
        relation="mutes"
        title="Muted"
        empty="You haven’t muted anyone. Use the menu on a member’s profile to hide their content and notifications."
      />
      <RelationList
        relation="blocks"
        title="Blocked"
        empty="You haven’t blocked anyone. Blocked members also can’t message you, follow you or reply to your notes."
      />
    </div>
  )
}

const LABELS: Record<MessagesFrom, string> = {
  everyone: 'Everyone',
  followed: 'Only people I follow',
  nobody: 'No one',
}

/** Setting for who can message the viewer. A choice is saved immediately. */
function MessagesFromField({ viewer }: { viewer: Viewer }) {
  const queryClient = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  // Begins with an array like the API's query keys, so that it is also cleared after sign-out.
  const queryKey = [['me', 'messagesFrom'], viewer.id]
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: async () => (await client.me.read()).profile?.messages_from ?? null,
  })
  if (isError)
    return (
      <p role="alert">
        Your message settings could not be loaded.{' '}
        <Button kind="link" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  const choose = async (wish: MessagesFrom) => {
    setSaving(true)
    queryClient.setQueryData(queryKey, wish)
    try {
      const { messages_from } = await client.me.update({ messages_from: wish })
      queryClient.setQueryData(queryKey, messages_from)
      toast({ kind: 'success', title: 'Message settings saved' })
    } catch {
      queryClient.setQueryData(queryKey, data)
      toastError('This could not be saved', 'Please try again later')
    } finally {
      setSaving(false)
    }
  }
  return (
    <fieldset disabled={isSaving || !data} aria-busy={isSaving || undefined}>
      <legend className="font-semibold">Who can message you</legend>
      <p className="mt-1 text-sm text-muted">
        Moderators can always message you. No one else sees your choice.
      </p>
      <div className="mt-2 flex flex-wrap gap-x-6">
        {MESSAGES_FROM.map((wish) => (
          <label key={wish} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name="messages_from"
              value={wish}
              checked={data === wish}
              onChange={() => void choose(wish)}
              className="size-4 accent-act"
            />
            {LABELS[wish]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface Props {
  relation: Relation
  title: string
  /** Text to show if the list is empty. */
  empty: string
}

function RelationList({ relation, title, empty }: Props) {
  const list = useInfiniteQuery(relationsQuery(relation))
  const heading = useRef<HTMLHeadingElement>(null)
  const people = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className="font-sans text-base font-semibold">
        {title}
      </h2>
      {list.isPending && <RowListSkeleton count={1} label="Loading members" />}
      {list.isError && (
        <ErrorState title="The members could not be loaded" onRetry={() => void list.refetch()} />
      )}
      {list.data && people.length === 0 && <p className="mt-1 text-sm text-muted">{empty}</p>}
      <ul>
        {people.map(({ profile }) => (
          // The person's button disappears together with the person, so the heading receives the focus.
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
