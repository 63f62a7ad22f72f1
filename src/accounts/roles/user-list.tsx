import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorCode, errorMessage } from '../../core/api-error.ts'
import { api, client } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'
import { isolateText } from '../../platform/bidi-isolation.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { Person } from '../../shared/authors/person.tsx'
import { RoleBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { toast, toastError } from '../../ui/feedback/toast.ts'
import { CONTROL } from '../../ui/form/control-look.ts'
import { useDebounced } from '../../ui/form/use-debounced.ts'
import { Icon } from '../../ui/icon.tsx'
import { ListEnd } from '../../ui/list/list-end.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { useSession } from '../session/session.tsx'
import type { User } from './contract.ts'
import { USER_SEARCH_LIMIT } from './policy.ts'

/** Milliseconds between the last keystroke and the search. */
const PAUSE = 250

export function UserList({ search: asked }: { search: string }) {
  const [typed, setTyped] = useState(asked)
  const search = useDebounced(typed.trim(), PAUSE)
  const list = useInfiniteQuery(usersQuery(search))
  useFailure(list.error)
  return (
    <>
      <SearchUsers value={typed} onChange={setTyped} />
      {list.isPending ? (
        <RowListSkeleton count={8} label="Loading users" />
      ) : (
        <Users users={list.data?.pages.flatMap(({ items }) => items)} isSearch={search !== ''} />
      )}
      <ListEnd list={list} failure="The users could not be loaded" />
    </>
  )
}

function Users({ users = [], isSearch }: { users: User[] | undefined; isSearch: boolean }) {
  const [asked, setAsked] = useState<{ user: User; open: boolean }>()
  return (
    <>
      <p role="status" className="sr-only">
        {isSearch && users.length > 0 && `${users.length} found`}
      </p>
      {users.length === 0 && isSearch && (
        <div role="status">
          <EmptyState icon="icon-search-x" title="No users found matching your search." />
        </div>
      )}
      <ul aria-label="Users">
        {users.map((user) => (
          <UserRow key={user.id} user={user} onChange={() => setAsked({ user, open: true })} />
        ))}
      </ul>
      {asked && (
        <ModeratorDialog
          user={asked.user}
          open={asked.open}
          onClose={() => setAsked({ ...asked, open: false })}
        />
      )}
    </>
  )
}

function SearchUsers({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <search className="relative mb-2 block">
      <Icon
        icon="icon-search"
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-faint"
      />
      <input
        type="search"
        dir="auto"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        maxLength={USER_SEARCH_LIMIT}
        placeholder="Search users..."
        aria-label="Search users..."
        autoComplete="off"
        spellCheck={false}
        className={`${CONTROL} min-h-11 pl-10.5`}
      />
    </search>
  )
}

function usersQuery(search: string) {
  return api.users.list.infiniteOptions({
    ...cursorPages({ ...(search && { search }) }),
    placeholderData: keepPreviousData,
  })
}

/** Refreshes the session after a 403, so that a member who lost the role sees that the page is restricted. */
function useFailure(error: Error | null) {
  const { refresh } = useSession()
  useEffect(() => {
    if (errorCode(error) === 'FORBIDDEN') void refresh()
    else if (error) toastError('Failed to load users')
  }, [error, refresh])
}

function UserRow({ user, onChange }: { user: User; onChange: () => void }) {
  const roles = user.roles.length > 0 ? user.roles : ['user']
  const badges = user.is_verified ? roles : [...roles, 'not verified']
  return (
    <li data-list-item className="flex items-center justify-between gap-3 border-b border-line py-4">
      <Person
        person={user}
        hasProfile={user.is_verified}
        badges={badges.map((badge) => <RoleBadge key={badge} role={badge} />)}
      />
      {user.can.change_moderator && (
        <Button
          kind="quiet"
          className="flex-none text-sm max-md:px-3"
          aria-label={`${labelOfChange(user)}: ${user.username}`}
          onClick={onChange}
        >
          {labelOfChange(user)}
        </Button>
      )}
    </li>
  )
}

function labelOfChange(user: User): string {
  return isModerator(user) ? 'Remove Moderator' : 'Make Moderator'
}

function ModeratorDialog({ user, open, onClose }: { user: User; open: boolean; onClose: () => void }) {
  const change = useChange(user)
  const name = displayName(user)
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={
        isModerator(user)
          ? `Remove the moderator role of ${isolateText(name)}?`
          : `Make ${isolateText(name)} a moderator?`
      }
      description={
        isModerator(user)
          ? `@${user.username} loses the role and its badge immediately.`
          : `@${user.username} gets the role and its badge immediately. You can remove it again.`
      }
      confirmLabel={labelOfChange(user)}
      danger={isModerator(user)}
      onConfirm={change}
    />
  )
}

function isModerator({ roles }: User): boolean {
  return roles.includes('moderator')
}

function useChange(user: User) {
  const queryClient = useQueryClient()
  const { refresh } = useSession()
  return async () => {
    const wasModerator = isModerator(user)
    try {
      const { assignModerator, removeModerator } = client.users
      await (wasModerator ? removeModerator : assignModerator)({ id: user.id })
      toast({ kind: 'success', title: wasModerator ? 'Moderator role removed' : 'Moderator role assigned' })
    } catch (error) {
      toastError(errorMessage(error) ?? 'Failed to update role')
      if (errorCode(error) === 'FORBIDDEN') await refresh()
    }
    // Refetches profiles too, because they show roles.
    void queryClient.invalidateQueries({ queryKey: [['profiles']] })
    await queryClient.invalidateQueries({ queryKey: api.users.key() })
  }
}
