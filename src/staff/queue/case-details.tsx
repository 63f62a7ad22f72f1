import { useQuery } from '@tanstack/react-query'
import { api, client } from '../../core/client.ts'
import { REASON_NAMES } from '../../moderation/reports/policy.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { ShortTime } from '../../ui/format/time.tsx'
import { VouchButton } from '../member-view/standing.tsx'
import { AppealDetails } from './appeal-details.tsx'
import { CaseClosing, CaseHistory } from './case-history.tsx'
import type { CaseDetail, ModerationCase } from './case-schemas.ts'
import { DecisionForm } from './decision-form.tsx'
import { SnapshotText } from './snapshot-text.tsx'
import { StaffTools } from './staff-tools.tsx'
import { useClaim } from './use-claim.ts'

interface Props {
  item: ModerationCase
  onDecided: () => void
}

export function CaseDetails({ item, onDecided }: Props) {
  const { data, isError, refetch } = useQuery(
    api.moderationCases.read.queryOptions({ input: { id: item.id }, staleTime: 0 }),
  )
  const claim = useClaim(item.id, data?.closed === null)
  if (!data)
    return isError ? (
      <ErrorState title="The case could not be loaded" onRetry={() => void refetch()} />
    ) : (
      <RowListSkeleton count={3} label="Loading case" />
    )
  if (data.appeal) {
    return <AppealDetails detail={data} appeal={data.appeal} claim={claim} onDecided={onDecided} />
  }
  return (
    <div className="mt-3 grid gap-4">
      <SnapshotText snapshot={data.snapshot} isPending={data.source === 'pending'} />
      {data.source === 'pending' && !data.closed ? <Place now={data.now} /> : <Now now={data.now} />}
      {data.reports.length > 0 && <Reports reports={data.reports} />}
      <CaseHistory history={data.history} member={data.member} />
      <StaffTools detail={data} />
      {data.source === 'pending' && !data.closed && data.is_new && !data.obstacle && (
        <NewMember
          member={data.member}
          onVouched={() => document.getElementById(`case-${item.id}`)?.focus()}
        />
      )}
      {data.closed && !claim.hasActed ? (
        <CaseClosing closed={data.closed} note={data.note} />
      ) : data.obstacle ? (
        <p className="font-medium">{data.obstacle}</p>
      ) : (
        <DecisionForm
          subject={{ ...data, canBeMoot: data.now.state === 'gone' }}
          claim={claim}
          send={async (decision) => {
            await client.moderationCases.decide({ id: item.id, ...decision })
            return undefined
          }}
          onDecided={onDecided}
          hasKeys
        />
      )}
    </div>
  )
}

function Now({ now: { state, content, path } }: Pick<CaseDetail, 'now'>) {
  return (
    <div className="text-sm">
      <p>
        {STATES[state]}{' '}
        {path && (
          <a href={path} className="text-act underline underline-offset-4">
            View in context
          </a>
        )}
      </p>
      {state === 'changed' && content && (
        <p className="mt-1 wrap-anywhere whitespace-pre-line text-muted">{content}</p>
      )}
    </div>
  )
}

function NewMember({ member, onVouched }: Pick<CaseDetail, 'member'> & { onVouched: () => void }) {
  if (!member) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p>
        <a href={`/moderation/members/${member.username}`} className="text-act underline underline-offset-4">
          <bdi>{displayName(member)}</bdi>
        </a>{' '}
        is a new member.
      </p>
      <VouchButton member={member} className="text-sm" onDone={onVouched} />
    </div>
  )
}

function Place({ now: { state, path } }: Pick<CaseDetail, 'now'>) {
  return (
    <p className="text-sm">
      {state === 'gone'
        ? 'The post, comment or note it belongs to was deleted.'
        : 'Only its author and moderators can see it.'}{' '}
      {path && state !== 'gone' && (
        <a href={path} className="text-act underline underline-offset-4">
          View where it will appear
        </a>
      )}
    </p>
  )
}

const STATES = {
  unchanged: 'It hasn’t changed since.',
  changed: 'It was edited since. Current text:',
  hidden: 'It’s hidden because several members reported it. Unless you remove it, it’ll be shown again.',
  gone: 'It was deleted.',
} as const

function Reports({ reports }: Pick<CaseDetail, 'reports'>) {
  return (
    <section aria-label="Reports">
      <ul className="grid gap-2 text-sm">
        {reports.map(({ id, reporter, reason, words, weight, created_at }) => (
          <li key={id}>
            {reporter ? (
              <a href={`/profile/${reporter.username}`} className="font-semibold hover:underline">
                <bdi>{displayName(reporter)}</bdi>{' '}
                <span className="font-normal text-muted">@{reporter.username}</span>
              </a>
            ) : (
              <b className="font-semibold">Former member</b>
            )}{' '}
            <span className="text-muted">
              {`· ${REASON_NAMES[reason]}\u00a0· weight\u00a0${weight.toFixed(2)}\u00a0· `}
              <ShortTime iso={created_at} />
            </span>
            {words && <p className="wrap-anywhere whitespace-pre-line">{words}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
