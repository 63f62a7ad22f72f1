import { Suspense } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { isStaff } from '../../core/viewer.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { DateOnly, Time } from '../../ui/format/time.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'
import type { LogEntry } from './contract.ts'
import { actionText, actorText, entryHref, ruleHref, targetHref } from './copy.ts'
import { logHref } from './search-params.ts'

const StaffDetails = lazyWithRetry(() => import('./staff-details.tsx'), { failure: null })

export function LogItem({ entry }: { entry: LogEntry }) {
  const { viewer } = useSession()
  const { id, number, reason, rule, created_at, parts } = entry
  const href = targetHref(entry)
  return (
    <li
      id={`action-${number}`}
      data-list-item
      className="scroll-mt-20 border-b border-line py-4 last:border-0"
    >
      <h2 className="font-sans text-base leading-snug font-semibold wrap-anywhere">
        {href ? (
          <a href={href} rel="nofollow" className={LINK}>
            {actionText(entry)}
          </a>
        ) : (
          actionText(entry)
        )}
      </h2>
      <p className="mt-1 text-sm text-muted">
        <Actor entry={entry} /> · <Time iso={created_at} /> ·{' '}
        <a
          href={entryHref(id)}
          className={`relative inline-flex min-h-8 items-center pointer-coarse:min-h-11 ${LINK}`}
        >
          <span className="sr-only">Entry </span>#{formatNumber(number)}
        </a>
      </p>
      {rule && <Rule rule={rule} />}
      {reason && <p className="mt-2 max-w-2xl wrap-anywhere whitespace-pre-line">{reason}</p>}
      <Remarks entry={entry} />
      {parts > 0 && (
        <p className="mt-2 text-sm">
          <a href={logHref({ part_of: id })} className={LINK}>
            {`${formatNumber(parts)} ${parts === 1 ? 'related action' : 'related actions'}`}
          </a>
        </p>
      )}
      {viewer && isStaff(viewer) && (
        <Suspense>
          <StaffDetails entry={entry} viewer={viewer} />
        </Suspense>
      )}
    </li>
  )
}

function Actor({ entry }: { entry: LogEntry }) {
  const { acted_by, acted_as } = entry
  const role = acted_as === 'system' ? '' : `, ${acted_as}`
  if (!acted_by) return `${actorText(entry)}${role}`
  return (
    <>
      <a href={`/profile/${acted_by.username}`} className={LINK}>
        {actorText(entry)}
      </a>
      {role}
    </>
  )
}

function Rule({ rule }: { rule: string }) {
  const href = ruleHref(rule)
  return (
    <p className="mt-2 text-sm wrap-anywhere">
      Rule{' '}
      {href ? (
        <a href={href} className={LINK}>
          {rule}
        </a>
      ) : (
        rule
      )}
    </p>
  )
}

function Remarks({ entry: { is_redacted, reverts, reverted_by, part_of, ends_at } }: { entry: LogEntry }) {
  return (
    <>
      {is_redacted && <p className="mt-2 text-muted italic">An admin redacted the reason.</p>}
      {ends_at && (
        <p className="mt-1 text-sm text-muted">
          Until <DateOnly iso={ends_at} />
        </p>
      )}
      {reverts && <Related href={entryHref(reverts)}>Reverses an earlier action</Related>}
      {reverted_by && <Related href={entryHref(reverted_by)}>Reversed later</Related>}
      {part_of && <Related href={entryHref(part_of)}>Part of a larger action</Related>}
    </>
  )
}

function Related({ href, children }: { href: string; children: string }) {
  return (
    <p className="mt-1 text-sm">
      <a href={href} className={LINK}>
        {children}
      </a>
    </p>
  )
}

const LINK = 'underline underline-offset-4 hover:text-act'
