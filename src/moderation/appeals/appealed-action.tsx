import { DateOnly, Time } from '../../ui/format/time.tsx'
import type { Origin } from '../origin.ts'
import type { AppealedAction } from './contract.ts'

/** Shows a moderation action to the affected member, without the moderator's name. */
export function AppealedActionSummary({ action }: { action: AppealedAction }) {
  const { id, rule, reason, origin, is_automatic, created_at, ends_at } = action
  return (
    <section aria-label="Moderator action">
      <p>
        {appealedActionText(action)} <Time iso={created_at} />
        {ends_at && (
          <>
            , until <DateOnly iso={ends_at} />
          </>
        )}
        .
      </p>
      {rule && <p className="mt-2 wrap-anywhere">Rule {rule}</p>}
      {reason && <p className="mt-2 wrap-anywhere whitespace-pre-line">{reason}</p>}
      <p className="mt-2 text-muted">
        {ORIGINS[origin]} {is_automatic ? 'The decision was automatic.' : 'A person made the decision.'}
      </p>
      <a
        href={`/moderation?action=${id}`}
        className="mt-2 inline-flex min-h-8 items-center text-act underline underline-offset-4 pointer-coarse:min-h-11"
      >
        View in the moderation log
      </a>
    </section>
  )
}

/** Facts that article 17 of the EU Digital Services Act requires, like whether the decision was automatic. */
const ORIGINS: Record<Origin, string> = {
  reported: 'Members reported it.',
  approval: 'It required approval.',
  appeal: 'It followed an appeal.',
  own_initiative: 'Moderators found it themselves.',
}

/** Returns a sentence about the action, for example 'A moderator removed your comment'. */
export function appealedActionText({ action, kind }: Pick<AppealedAction, 'action' | 'kind'>): string {
  if (action === 'remove') return `A moderator removed your ${kind}`
  if (action === 'redact_passage') return `A moderator redacted a passage of your ${kind}`
  return `A moderator ${ACTS[action] ?? 'acted on your account'}`
}

const ACTS: Record<string, string> = {
  warn: 'warned you',
  require_approval: 'required approval for what you write',
  rate_limit: 'limited how much you can write',
  suspend: 'suspended your account',
}
