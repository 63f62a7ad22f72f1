import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorCode } from '../../api/core/api-error.ts'
import { api } from '../../api/core/client.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { CONTROL } from '../../ui/form/control-look.ts'
import { useDebounced } from '../../ui/form/use-debounced.ts'
import { Icon } from '../../ui/icon.tsx'
import { ListEnd } from '../../ui/list/list-end.tsx'
import { useSession } from '../accounts/session/session.tsx'
import type { User } from './contract.ts'
import { ModeratorDialog } from './moderator-dialog.tsx'
import { USER_SEARCH_LIMIT } from './policy.ts'
import { UserRow } from './user-row.tsx'

/** Milliseconds without a key before the server is asked. */
const PAUSE = 250

/** Everybody by username, searched while one types, beginning with what the address asks for. */
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
    input: (cursor: string | undefined) => ({ ...(search && { search }), ...(cursor && { cursor }) }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** Says so; and who is no editor any more is told by the page once the session has been asked. */
function useFailure(error: Error | null) {
  const { refresh } = useSession()
  useEffect(() => {
    if (errorCode(error) === 'FORBIDDEN') void refresh()
    else if (error) toast({ kind: 'error', title: 'Failed to load users' })
  }, [error, refresh])
}
