import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../core/client.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { localDate } from '../../ui/format/relative-time.ts'
import { Time } from '../../ui/format/time.tsx'
import { AccountActions } from './account-actions.tsx'
import type { AccountDetails } from './contract.ts'

export function AccountPanel({ id }: { id: string }) {
  const query = api.managedAccounts.read.queryOptions({ input: { id }, staleTime: 0 })
  const { data, isError, refetch } = useQuery(query)
  if (isError && !data)
    return <ErrorState title="The account could not be loaded" onRetry={() => void refetch()} />
  if (!data) return <RowListSkeleton count={3} label="Loading account" />
  return (
    <>
      <Details account={data} />
      <AccountActions account={data} />
    </>
  )
}

function Details({ account }: { account: AccountDetails }) {
  const { username, full_name, email, is_verified, roles, joined_at, seen_at, delete_at } = account
  const rows: [name: string, value: ReactNode][] = [
    ['Username', username],
    ['Name', full_name ? <bdi key="name">{full_name}</bdi> : '–'],
    ['Email', `${email} (${is_verified ? 'verified' : 'not verified'})`],
    ['Roles', roles.join(', ') || 'none'],
    ['Joined', <Time key="joined" iso={joined_at} />],
    ['Last seen', seen_at ? <Time key="seen" iso={seen_at} /> : 'unknown'],
    ['Second factor', secondFactorText(account)],
    [
      'Sanctions',
      <a key="sanctions" href={`/moderation/members/${username}`} className="text-act hover:underline">
        Moderation history
      </a>,
    ],
  ]
  if (delete_at) rows.push(['Deletion', `on ${localDate(delete_at)}`])
  return (
    <dl className="grid gap-1">
      {rows.map(([name, value]) => (
        <div key={name} className="flex gap-x-3">
          <dt className="w-28 flex-none text-muted">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function secondFactorText({ has_second_factor, passkeys }: AccountDetails): string {
  const ways = [
    has_second_factor && 'authenticator app',
    passkeys > 0 && (passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`),
  ]
  return ways.filter(Boolean).join(', ') || 'off'
}
