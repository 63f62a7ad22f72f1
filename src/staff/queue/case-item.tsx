import type { Viewer } from '../../core/viewer.ts'
import { HOLD_REASON_TEXT } from '../../moderation/approval/policy.ts'
import { REASON_NAMES } from '../../moderation/reports/policy.ts'
import { isolateText } from '../../platform/bidi-isolation.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { ShortTime } from '../../ui/format/time.tsx'
import { Icon } from '../../ui/icon.tsx'
import { markTruncated } from '../member-view/policy.ts'
import { CaseDetails } from './case-details.tsx'
import type { ModerationCase } from './case-schemas.ts'
import { EXCERPT } from './policy.ts'
import { isSelectable, type Selection } from './selection.ts'

/** A separator. The no-break space prevents a line from beginning with the dot. */
const DOT = '\u00a0· '

interface Props {
  item: ModerationCase
  viewer: Viewer
  selection: Selection
  isOpen: boolean
  onToggle: () => void
  onDecided: () => void
}

export function CaseItem({ item, viewer, selection, isOpen, onToggle, onDecided }: Props) {
  const { id, kind, title, excerpt, created_at, member, author_name, closed } = item
  const thing = kind === 'action' ? 'appeal' : kind
  const name = member ? displayName(member) : (author_name ?? 'a former member')
  return (
    <li
      id={`case-${id}`}
      data-list-item
      tabIndex={-1}
      aria-labelledby={`case-${id}-title`}
      className="scroll-mt-20 border-b border-line py-4 -outline-offset-2"
    >
      <p className="text-sm text-muted">
        {groundsOf(item).join(DOT)}
        {DOT}
        <ShortTime iso={created_at} />
        {closed && (
          <>
            {DOT}
            <b className="font-semibold text-text">{outcomeName(item, closed.outcome)}</b>
          </>
        )}
        <Claim item={item} viewer={viewer} />
      </p>
      <div className="mt-1 flex items-baseline justify-between gap-4">
        {isSelectable(item) && (
          <label className="-m-2.5 flex-none self-center p-2.5">
            <input
              type="checkbox"
              data-case-select
              aria-label={`Select the ${thing} ${kind === 'profile' ? 'of' : 'by'} ${name}`}
              checked={selection.has(id)}
              onChange={() => selection.toggle(id)}
              className="block size-5 accent-act"
            />
          </label>
        )}
        <h2
          id={`case-${id}-title`}
          className="min-w-0 flex-1 font-sans text-base font-semibold wrap-anywhere"
        >
          {headingOf(item, name)}
          {title && kind === 'post' && `: “${isolateText(title)}”`}
        </h2>
        <button
          type="button"
          data-case-open
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close' : 'View'} the ${thing} ${kind === 'profile' ? 'of' : 'by'} ${name}`}
          onClick={onToggle}
          className="-my-3 flex min-h-9 flex-none items-center gap-1 rounded-md px-2 font-medium text-act hover:bg-raised pointer-coarse:min-h-11"
        >
          {isOpen ? 'Close' : 'View'}
          <Icon icon="icon-chevron-down" className={isOpen ? 'rotate-180' : ''} />
        </button>
      </div>
      {!isOpen && (
        <p dir="auto" className="line-clamp-2 wrap-anywhere text-muted">
          {markTruncated(excerpt, EXCERPT)}
        </p>
      )}
      {isOpen && <CaseDetails item={item} onDecided={onDecided} />}
    </li>
  )
}

function headingOf({ kind }: ModerationCase, name: string): string {
  if (kind === 'profile') return `The profile of ${isolateText(name)}`
  return kind === 'action' ? `An appeal by ${isolateText(name)}` : `A ${kind} by ${isolateText(name)}`
}

function groundsOf(item: ModerationCase): string[] {
  const { source, reasons, report_count, closed } = item
  if (source === 'pending') return ['Awaiting approval', ...holdGroundsOf(item)]
  if (source === 'appeal') return ['Appeal']
  return [
    ...(source === 'automatic' && !closed ? ['Hidden until a decision'] : []),
    `${report_count} ${report_count === 1 ? 'report' : 'reports'}`,
    ...reasons.map((reason) => REASON_NAMES[reason]),
  ]
}

function holdGroundsOf({ hold_reasons, watched_words }: ModerationCase): string[] {
  const [first, ...others] = watched_words.map((word) => `“${isolateText(word)}”`)
  const watched = `Watched ${others.length > 0 ? 'words' : 'word'}: ${[first, ...others].join(', ')}`
  return hold_reasons.map((reason) =>
    reason === 'watched_word' && first ? watched : HOLD_REASON_TEXT[reason],
  )
}

function Claim({ item: { claim }, viewer }: Pick<Props, 'item' | 'viewer'>) {
  if (!claim) return null
  const isMine = claim.by.id === viewer.id
  if (isMine && claim.until) return null
  return (
    <>
      {DOT}
      <span className="font-semibold text-act">
        {claim.until === null ? (
          <>assigned to {isMine ? 'you' : <bdi>{displayName(claim.by)}</bdi>}</>
        ) : (
          <>
            <bdi>{displayName(claim.by)}</bdi> is reviewing this
          </>
        )}
      </span>
    </>
  )
}

function outcomeName({ source }: ModerationCase, outcome: keyof typeof OUTCOME_NAMES): string {
  if (source === 'appeal') return APPEAL_OUTCOME_NAMES[outcome]
  if (source !== 'pending') return OUTCOME_NAMES[outcome]
  return { upheld: 'Approved', rejected: 'Rejected', moot: 'Closed: withdrawn or deleted' }[outcome]
}

const OUTCOME_NAMES = { upheld: 'Upheld', rejected: 'Rejected', moot: 'Closed: content deleted' } as const
const APPEAL_OUTCOME_NAMES = {
  upheld: 'Granted',
  rejected: 'Rejected',
  moot: 'Closed: action already reversed',
} as const
