import type { HoldReason } from '../../../moderation/approval/policy.ts'
import type { ReportOutcome, ReportReason } from '../../../moderation/reports/policy.ts'

/** Identifies content by the start of its title or text, and a profile by its username. */
export type DemoContentKey =
  | { post: string }
  | { comment: string }
  | { note: string }
  | { profile: string }
  | { message: string }
  /** A note that its author has since deleted. The sources lack it, so this contains its whole text. */
  | { gone: string; kind: 'note'; author: string }

/** If `days` is null, the sanction is permanent. Other events refer to the sanction by `as`. */
type Sanction =
  | { do: 'warn'; message: string; as?: string }
  | { do: 'require_approval' | 'suspend'; message: string; days: number | null; as?: string }
  | { do: 'rate_limit'; message: string; days: number; per_day: number; as?: string }

export type Consequence = Sanction | { do: 'remove' | 'approve' | 'reject'; as?: string }

/** Reasons for a decision. The public log shows the rule (by number) and reason, moderators also the note. */
export interface DemoGrounds {
  rule?: number
  reason?: string
  note?: string
}

/** An edit: the former title, and replacements that turn the current text into the former one. */
export interface DemoEdit {
  thing: { post: string } | { comment: string }
  title?: string
  was?: [now: string, before: string][]
  /** Username of the editor. Defaults to the author. */
  by?: string
  as?: string
}

/** Content pending approval: a post, a comment on the post `in`, or a `thing` that was published later. */
type DemoPendingContent =
  | { thing: DemoContentKey }
  | { author: string; content: string; in: string }
  | { author: string; content: string; text: string; title: string; concepts: string[] }

/** A past event. Members are usernames. A decision names its content, or the `as` of pending content. */
export type ModerationEvent = { days_ago: number } & (
  | { do: 'report'; thing: DemoContentKey; by: string; reason: ReportReason; words?: string }
  | { do: 'hide'; thing: DemoContentKey }
  | { do: 'claim'; thing: DemoContentKey; by: string }
  | ({ do: 'hold'; reasons: HoldReason[]; as?: string } & DemoPendingContent)
  | ({ do: 'decide'; by: string; outcome: ReportOutcome; acts: Consequence[] } & DemoGrounds &
      ({ thing: DemoContentKey } | { held: string }))
  | ({ do: 'remove'; thing: DemoContentKey; by: string; as?: string } & DemoGrounds)
  | ({ do: 'lock' | 'pin'; post: string; by: string } & DemoGrounds)
  | ({ do: 'mark_duplicate'; post: string; original: string; by: string } & DemoGrounds)
  | ({ do: 'classify'; post: string; title: string; by: string } & DemoGrounds)
  | ({ do: 'rate_limit'; member: string; by: string } & DemoGrounds &
      Omit<Sanction & { do: 'rate_limit' }, 'do'>)
  | { do: 'acknowledge'; member: string }
  | { do: 'appeal'; against: string; words: string }
  | {
      do: 'decide_appeal'
      against: string
      by: string
      outcome: 'granted' | 'rejected'
      answer: string
      note?: string
    }
  | { do: 'block_domain'; domain: string; by: string; reason: string; as?: string }
  | { do: 'unblock_domain'; domain: string; by: string; of: string }
  | { do: 'vouch'; member: string; by: string }
  | { do: 'note'; member: string; by: string; text: string }
  | { do: 'mute' | 'block'; by: string; whom: string }
  | { do: 'invite'; by: string; note: string; uses: number; ends_days_ago: number; joined: string[] }
  | ({ do: 'edit' } & DemoEdit)
  | ({ do: 'redact_revision'; of: string; by: string } & DemoGrounds)
  | ({ do: 'redact_entry'; of: string } & DemoGrounds)
)

export type EventOf<Do extends ModerationEvent['do']> = ModerationEvent extends infer Event
  ? Event extends { do: infer Its }
    ? Do extends Its
      ? Event
      : never
    : never
  : never
