import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { EMAIL_MAX } from '../../accounts/policy.ts'
import { api } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'
import { Person } from '../../shared/authors/person.tsx'
import { RoleBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useDebounced } from '../../ui/form/use-debounced.ts'
import { ListEnd } from '../../ui/list/list-end.tsx'
import { AccountPanel } from './account-panel.tsx'
import type { Account } from './contract.ts'

/** Milliseconds between the last keystroke and the search. */
const PAUSE = 250

export default function AccountList() {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), PAUSE)
  const list = useInfiniteQuery({
    ...api.managedAccounts.list.infiniteOptions(cursorPages({ ...(search && { search }) })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const accounts = list.data?.pages.flatMap(({ items }) => items)
  return (
    <>
      <search className="mt-6 mb-2 block">
        <Field
          type="search"
          label="Search accounts"
          hint="Username, name or email address."
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          maxLength={EMAIL_MAX}
          autoComplete="off"
          spellCheck={false}
        />
      </search>
      {list.isPending && <RowListSkeleton count={8} label="Loading accounts" />}
      <p role="status" className={accounts?.length === 0 ? 'py-6 text-muted' : 'sr-only'}>
        {accounts?.length === 0 && 'No accounts found.'}
        {search && accounts && accounts.length > 0 && `${accounts.length} found`}
      </p>
      <ul aria-label="Accounts">
        {accounts?.map((account) => (
          <AccountRow key={account.id} account={account} />
        ))}
      </ul>
      <ListEnd list={list} failure="The accounts could not be loaded" />
    </>
  )
}

function AccountRow({ account }: { account: Account }) {
  const { id, username, email, is_verified, roles } = account
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const badges = is_verified ? roles : [...roles, 'not verified']
  return (
    <li data-list-item className="border-b border-line py-4">
      <div className="flex items-start justify-between gap-3">
        <Person
          person={account}
          hasProfile={is_verified}
          badges={badges.map((badge) => <RoleBadge key={badge} role={badge} />)}
        >
          <p className="text-sm wrap-anywhere text-muted">{email}</p>
        </Person>
        <Button
          kind="quiet"
          className="flex-none text-sm max-md:px-3"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          aria-label={`Manage ${username}`}
          onClick={() => setOpen(!isOpen)}
        >
          Manage
        </Button>
      </div>
      {isOpen && (
        <section id={panel} aria-label={`Account of ${username}`} className="mt-4">
          <AccountPanel id={id} />
        </section>
      )}
    </li>
  )
}
