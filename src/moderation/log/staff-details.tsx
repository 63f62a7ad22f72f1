import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { api, client } from '../../core/client.ts'
import { hasRole, type Viewer } from '../../core/viewer.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ConfirmedAction } from '../confirmed-action.tsx'
import { RedactedPassage } from '../redaction/redacted-passage.tsx'
import type { LogDetails, LogEntry } from './contract.ts'

interface Props {
  entry: LogEntry
  viewer: Viewer
}

/** Shows an entry's details to moderators, who load them on demand. Admins can redact the reason. */
export default function StaffDetails({ entry, viewer }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const name = `entry ${entry.number}`
  return (
    <div className="mt-2">
      <div className="flex flex-wrap gap-x-5">
        <Button
          kind="link"
          className="text-sm"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          For moderators<span className="sr-only">: {name}</span>
        </Button>
        {hasRole(viewer, 'admin') && entry.reason && <Redaction entry={entry} name={name} />}
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <Details id={entry.id} />}
        {isOpen && entry.action === 'redact_passage' && !entry.reverted_by && (
          <RedactedPassage id={entry.id} />
        )}
      </div>
    </div>
  )
}

function Details({ id }: { id: string }) {
  const { data, isPending, refetch } = useQuery(api.moderationActions.read.queryOptions({ input: { id } }))
  if (isPending) return <Skeleton className="mt-2 h-16" />
  if (!data) return <ErrorState title="The details could not be loaded" onRetry={() => void refetch()} />
  const rows = rowsOf(data)
  if (rows.length === 0) return <p className="mt-1 text-sm text-muted">No further details.</p>
  return (
    <dl className="mt-1 grid gap-1 rounded-lg bg-raised p-4 text-sm">
      {rows.map(([name, value]) => (
        <div key={name} className="flex gap-4">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 wrap-anywhere whitespace-pre-line">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Row = [name: string, value: ReactNode]

function MemberLink({ member }: { member: NonNullable<LogDetails['member']> }) {
  return (
    <a href={`/moderation/members/${member.username}`} className="text-act underline underline-offset-4">
      <bdi>{displayName(member)}</bdi> (@{member.username})
    </a>
  )
}

function rowsOf({ member, note, details }: LogDetails): Row[] {
  const before = Object.entries(details ?? {}).map(
    ([name, value]): Row => [
      name.replaceAll('_', ' '),
      typeof value === 'string' ? value : JSON.stringify(value),
    ],
  )
  return [
    ...(member ? [['Member', <MemberLink key="member" member={member} />] as Row] : []),
    ...(note ? [['Note', note] as Row] : []),
    ...before,
  ]
}

function Redaction({ entry, name }: { entry: LogEntry; name: string }) {
  return (
    <ConfirmedAction
      button={{
        kind: 'link',
        className: 'text-sm',
        label: (
          <>
            Redact the reason<span className="sr-only"> of {name}</span>
          </>
        ),
      }}
      title="Redact the reason?"
      description="The reason will be permanently deleted, for moderators too. The entry stays in the log, and the redaction is logged as its own entry."
      confirmLabel="Redact"
      danger
      act={() => client.moderationActions.redact({ id: entry.id })}
      done="Reason redacted"
      failure="The reason could not be redacted"
      queryKeys={[api.moderationActions.key()]}
    />
  )
}
