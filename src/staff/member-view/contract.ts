import { oc } from '@orpc/contract'
import * as z from 'zod'
import { SIGN_UP_HOLD_REASONS } from '../../accounts/policy.ts'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { byToken } from '../../core/token-scope.ts'
import { ROLES } from '../../core/viewer.ts'
import { ACTION_NAMES, TARGET_KINDS } from '../../moderation/log/policy.ts'
import { MODERATOR_NOTE_LIMIT } from '../../moderation/policy.ts'
import { REPORT_OUTCOMES, REPORT_REASONS, REPORTED_KINDS } from '../../moderation/reports/policy.ts'
import { CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { manyLines, oneLine } from '../../platform/text.ts'
import { authorSchema } from '../../shared/authors/contract.ts'
import { NOTE_MISSING, NOTES_ABOUT_YOURSELF } from './policy.ts'

/** The same limit as for the moderation queue, because moderators may add a note to each case's author. */
const NOTE_RATE_LIMIT: RateLimit = {
  name: 'member notes',
  account: { times: 120, seconds: 600 },
  address: { times: 600, seconds: 600 },
}

const at = z.iso.datetime()
const count = z.int()
const member = z.object({ username: z.string().max(30).overwrite(oneLine) })
const errors = {
  NOT_FOUND: { message: 'Member not found.' },
  FORBIDDEN: { message: NOTES_ABOUT_YOURSELF },
}

const noteSchema = z.object({
  id: z.uuid(),
  author: authorSchema.nullable().meta({ description: 'null: the account was deleted' }),
  text: z.string(),
  created_at: at,
})

const thingSchema = z.object({
  kind: z.enum(['post', 'comment', 'note']),
  id: z.uuid(),
  title: z.string().nullable(),
  excerpt: z.string().meta({ description: 'Neutral description of the removed content' }),
  is_removed: z.boolean(),
  path: z.string(),
  created_at: at,
})

const memberSchema = z.object({
  member: authorSchema,
  joined_at: at,
  is_verified: z.boolean(),
  roles: z.array(z.enum(ROLES)),
  may_act: z.boolean().meta({ description: 'Whether I can act on them' }),
  numbers: z.object({
    posts: count,
    comments: count,
    notes: count,
    removed: count.meta({ description: 'Content removed by moderators, until it is permanently deleted' }),
    reports: z.object({
      made: count,
      decided: count.meta({ description: 'Of the last 100 upheld or rejected reports' }),
      upheld: count,
      weight: z.number(),
    }),
    cases: z.object({ open: count, upheld: count, rejected: count, moot: count }),
  }),
  standing: z.object({
    established_at: at.nullable().meta({ description: 'null: a new member' }),
    vouch: z
      .object({ by: authorSchema.nullable(), at })
      .nullable()
      .meta({ description: 'The vouch that established them' }),
    is_held: z
      .boolean()
      .meta({ description: 'Everything they write requires approval until they are established' }),
    held_for: z.enum(SIGN_UP_HOLD_REASONS).nullable().meta({
      description:
        'Why: during a wave of sign-ups without proof of work, too fast, or with the hidden field filled in',
    }),
  }),
  notes: z.array(noteSchema).meta({ description: 'Newest first' }),
  latest: z.array(thingSchema),
})

const historySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('action'),
    id: z.uuid(),
    created_at: at,
    action: z.enum(ACTION_NAMES),
    kind: z.enum(TARGET_KINDS),
    acted_by: authorSchema.nullable(),
    acted_as: z.enum(['moderator', 'admin', 'system']),
    rule: z.string().nullable(),
    reason: z.string().nullable(),
    note: z.string().nullable(),
    ends_at: at.nullable(),
  }),
  z.object({
    type: z.literal('case'),
    id: z.uuid(),
    created_at: at,
    kind: z.enum([...REPORTED_KINDS, 'action']),
    report_count: count,
    outcome: z.enum(REPORT_OUTCOMES).nullable().meta({ description: 'null: open' }),
    closed_at: at.nullable(),
  }),
  z.object({
    type: z.literal('report'),
    id: z.uuid(),
    created_at: at,
    kind: z.enum([...REPORTED_KINDS, 'action']),
    reason: z.enum(REPORT_REASONS),
    outcome: z.enum(REPORT_OUTCOMES),
  }),
])

/** What moderators see about other members. It contains no email or IP address. */
export const memberViewContract = oc.tag('Moderation').router({
  read: oc
    .meta(byToken.moderate)
    .route({
      method: 'GET',
      path: '/moderation/members/{username}',
      summary: 'Get a member’s moderation profile',
    })
    .input(member)
    .errors(errors)
    .output(memberSchema),
  history: oc
    .meta(byToken.moderate)
    .route({
      method: 'GET',
      path: '/moderation/members/{username}/history',
      summary: 'List actions and cases about a member, and their decided reports, newest first',
    })
    .input(member.extend({ cursor: cursorIn('newest') }))
    .errors({ ...errors, ...CURSOR_ERRORS })
    .output(z.object({ items: z.array(historySchema), next: z.string().nullable() })),
  addNote: rateLimited(NOTE_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({
      method: 'POST',
      path: '/moderation/members/{username}/notes',
      successStatus: 201,
      summary: 'Add a note about a member, for moderators and admins',
    })
    .input(
      member.extend({
        text: z
          .string()
          .overwrite(manyLines)
          .min(1, NOTE_MISSING)
          .max(MODERATOR_NOTE_LIMIT, `A note can have at most ${MODERATOR_NOTE_LIMIT} characters.`),
      }),
    )
    .errors({ ...errors, BAD_REQUEST: { message: NOTE_MISSING, data: z.object({ field: z.string() }) } })
    .output(noteSchema),
  removeNote: rateLimited(NOTE_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({
      method: 'DELETE',
      path: '/moderation/notes/{id}',
      summary: 'Delete my note about a member; admins can delete any note that isn’t about them',
    })
    .input(z.object({ id: z.uuid() }))
    .errors({ NOT_FOUND: { message: 'Note not found.' } })
    .output(z.object({ id: z.uuid() })),
})

export type MemberView = z.infer<typeof memberSchema>
export type HistoryEntry = z.infer<typeof historySchema>
export type MemberNote = z.infer<typeof noteSchema>
