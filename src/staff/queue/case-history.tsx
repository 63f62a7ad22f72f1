import type { ActionName } from '../../moderation/log/policy.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { ShortTime } from '../../ui/format/time.tsx'
import type { CaseDetail } from './case-schemas.ts'

export function CaseHistory({
  history: { thing, member, cases },
  member: person,
}: Pick<CaseDetail, 'history' | 'member'>) {
  const lines = [
    ['Previous actions on this', thing, times],
    ['Previous actions on its author', member, times],
    ['Other cases about this member', cases, counted],
  ] as const
  return (
    <dl className="grid gap-1 text-sm">
      {lines.map(([label, counts, toWords]) => (
        <div key={label} className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{label}:</dt>
          <dd>{Object.entries(counts).map(toWords).join(', ') || 'nothing'}</dd>
        </div>
      ))}
      {person && (
        <div className="flex flex-wrap gap-x-2">
          <dt className="text-muted">Member:</dt>
          <dd>
            <a
              href={`/moderation/members/${person.username}`}
              className="text-act underline underline-offset-4"
            >
              <bdi>{displayName(person)}</bdi>
            </a>
          </dd>
        </div>
      )}
    </dl>
  )
}

function times([action, count]: [string, number]): string {
  const often = count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`
  return `${DONE[action as ActionName] ?? action} ${often}`
}

function counted([outcome, count]: [string, number]): string {
  return `${count} ${outcome === 'moot' ? 'closed, content deleted' : outcome}`
}

/** Text for each action, as in "removed twice" or "sanction lifted once". */
const DONE: Record<ActionName, string> = {
  remove: 'removed',
  restore: 'restored',
  lock: 'locked',
  unlock: 'unlocked',
  pin: 'pinned',
  unpin: 'unpinned',
  classify: 'title or concepts changed',
  mark_duplicate: 'marked as a duplicate',
  unmark_duplicate: 'unmarked as a duplicate',
  warn: 'warned',
  require_approval: 'approval required',
  rate_limit: 'limited',
  suspend: 'suspended',
  lift: 'sanction lifted',
  vouch: 'vouched for',
  withdraw_vouch: 'vouch withdrawn',
  purge: 'all content removed',
  undo_purge: 'all content restored',
  block_domain: 'domain blocked',
  unblock_domain: 'domain unblocked',
  redact: 'redacted',
  reject_report: 'report rejected',
  approve: 'approved',
  reject: 'not approved',
  grant_appeal: 'appeal granted',
  reject_appeal: 'appeal rejected',
  redact_passage: 'passage redacted',
  restore_passage: 'passage restored',
  slow_down: 'slow mode turned on',
  end_slow_mode: 'slow mode turned off',
  split_comments: 'comments moved to a new post',
  move_comments: 'comments moved to another post',
  merge_post: 'merged into another post',
}

export function CaseClosing({
  closed: { closed_by, closed_at },
  note,
}: {
  closed: NonNullable<CaseDetail['closed']>
  note: string | null
}) {
  return (
    <p className="text-muted">
      Closed{closed_by && ` by ${displayName(closed_by)}`} <ShortTime iso={closed_at} />
      {note && `: ${note}`}
    </p>
  )
}
