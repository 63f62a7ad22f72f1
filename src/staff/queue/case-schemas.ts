import * as z from 'zod'
import { APPEAL_OUTCOMES } from '../../moderation/appeals/policy.ts'
import { HOLD_REASONS } from '../../moderation/approval/policy.ts'
import { CASE_SOURCES, DECISION_ACTIONS } from '../../moderation/policy.ts'
import { REPORT_OUTCOMES, REPORT_REASONS } from '../../moderation/reports/policy.ts'
import { daysInput, messageInput, perDayInput } from '../../moderation/sanctions/inputs.ts'
import { type Cursor, decodeCursor, encodeCursor, isCursor, readCursor } from '../../platform/keyset.ts'
import { cursorSchema } from '../../platform/keyset-schema.ts'
import { isUuid } from '../../platform/uuid.ts'
import { authorSchema } from '../../shared/authors/contract.ts'
import { CASE_KINDS } from './policy.ts'

export const claimSchema = z.object({
  by: authorSchema,
  until: z.iso.datetime().nullable().meta({ description: 'null: assigned to them until it is closed' }),
})
const at = z.iso.datetime()

export const closingSchema = z.object({
  outcome: z.enum(REPORT_OUTCOMES),
  closed_at: at,
  closed_by: authorSchema.nullable(),
})

export const caseSchema = z.object({
  id: z.uuid(),
  source: z.enum(CASE_SOURCES),
  kind: z.enum(CASE_KINDS).meta({ description: 'action: an appeal against a moderator action' }),
  target_id: z.uuid(),
  member: authorSchema.nullable().meta({ description: 'Author or owner; null: the account was deleted' }),
  author_name: z.string().nullable().meta({ description: 'The content when it was reported' }),
  title: z.string().nullable(),
  excerpt: z.string(),
  domains: z.array(z.string()).meta({ description: 'Domains of the first links in the text' }),
  reasons: z.array(z.enum(REPORT_REASONS)),
  hold_reasons: z.array(z.enum(HOLD_REASONS)).meta({ description: 'Why it requires approval' }),
  watched_words: z
    .array(z.string())
    .meta({ description: 'Watched words in the text that requires approval' }),
  report_count: z.int(),
  weight: z.number(),
  created_at: at,
  claim: claimSchema.nullable(),
  closed: closingSchema.nullable(),
  obstacle: z.string().nullable().meta({ description: 'Why I can’t decide it; null: I can' }),
})

const words = z.object({
  title: z.string().nullable(),
  content: z.string(),
  author_name: z.string().nullable(),
  author_username: z.string().nullable(),
  at,
})

const snapshot = words.extend({
  links: z.array(z.string()).meta({ description: 'Links in the text' }),
  website: z.string().nullable(),
  location: z.string().nullable(),
  picture: z.string().nullable(),
  pictures: z.array(z.string()).meta({ description: 'Addresses of the pictures in the text' }),
  context: z.array(words.extend({ id: z.uuid() })).meta({ description: 'Up to five preceding messages' }),
})

const counts = z.record(z.string(), z.int())

const caseAppealSchema = z.object({
  id: z.uuid(),
  words: z.string(),
  created_at: at,
  outcome: z.enum(APPEAL_OUTCOMES).nullable(),
  answer: z.string().nullable().meta({ description: 'Answer to the member' }),
  action: z.object({
    id: z.uuid(),
    action: z.string(),
    kind: z.string(),
    rule: z.string().nullable(),
    reason: z.string().nullable(),
    acted_by: authorSchema.nullable(),
    acted_as: z.enum(['moderator', 'admin', 'system']),
    created_at: at,
    ends_at: at.nullable(),
  }),
})

export const caseDetailSchema = caseSchema.extend({
  snapshot: snapshot.nullable().meta({ description: 'null: permanently deleted, 90 days after closing' }),
  now: z.object({
    state: z.enum(['unchanged', 'changed', 'hidden', 'gone']),
    title: z.string().nullable(),
    content: z
      .string()
      .nullable()
      .meta({ description: 'The current text, if it was edited; null for messages' }),
    path: z.string().nullable(),
  }),
  reports: z.array(
    z.object({
      id: z.uuid(),
      reporter: authorSchema.nullable(),
      reason: z.enum(REPORT_REASONS),
      words: z.string(),
      weight: z.number(),
      created_at: at,
    }),
  ),
  history: z.object({
    thing: counts.meta({ description: 'Number of actions on the content, by kind' }),
    member: counts.meta({ description: 'Number of actions on the member, by kind' }),
    cases: counts.meta({ description: 'Number of other cases about the member, by outcome' }),
  }),
  is_new: z.boolean().meta({ description: 'true: a new member, who can be vouched for' }),
  actions: z.array(z.enum(DECISION_ACTIONS)).meta({ description: 'Further actions a decision can include' }),
  note: z.string().nullable().meta({ description: 'Note of the moderator who closed it' }),
  notes: z.array(
    z.object({ id: z.uuid(), author: authorSchema.nullable(), text: z.string(), created_at: at }),
  ),
  appeal: caseAppealSchema.nullable().meta({ description: 'Decided by PUT /appeals/{id}' }),
})

/** Result for one of several cases. `closed` is null if it was refused. */
export const caseResultSchema = z.object({
  id: z.uuid(),
  closed: closingSchema.nullable(),
  error: z.object({ code: z.string(), message: z.string(), field: z.string().nullable() }).nullable(),
})

export type CaseResult = z.infer<typeof caseResultSchema>
export type ModerationCase = z.infer<typeof caseSchema>
export type CaseDetail = z.infer<typeof caseDetailSchema>

export const decisionActionSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('remove') }),
  z.object({ action: z.literal('approve') }),
  z.object({ action: z.literal('reject') }),
  z.object({ action: z.literal('warn'), message: messageInput }),
  z.object({ action: z.literal('require_approval'), message: messageInput, days: daysInput }),
  z.object({ action: z.literal('rate_limit'), message: messageInput, per_day: perDayInput, days: daysInput }),
  z.object({ action: z.literal('suspend'), message: messageInput, days: daysInput }),
])

/** Position in the list of cases. Open cases are sorted by weight and id, closed ones by time and id. */
export type CaseCursor = { state: 'open'; weight: number; id: string } | { state: 'closed'; after: Cursor }

export const caseCursorSchema = cursorSchema(readCaseCursor)

export function writeOpenCursor({ weight, id }: { weight: number; id: string }): string {
  return encodeCursor(['case', id, weight])
}

function readCaseCursor(text: string): CaseCursor | undefined {
  if (isCursor(text, 'newest')) return { state: 'closed', after: readCursor(text, 'newest') as Cursor }
  const [mark, id, weight] = decodeCursor(text)
  if (mark !== 'case' || !isUuid(id) || typeof weight !== 'number' || !(weight >= 0 && weight < 1e9))
    return undefined
  return { state: 'open', weight, id }
}
