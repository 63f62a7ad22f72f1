import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { manyLines } from '../../platform/text.ts'
import { authorSchema } from '../authors/contract.ts'
import { NOTE_LIMIT, REASON_LIMIT } from '../moderation/policy.ts'

/** A rare action of a few moderators. A redaction is permanent. */
const REDACTION_RATE_LIMIT: RateLimit = {
  name: 'redactions of versions',
  account: { times: 30, seconds: 600 },
  address: { times: 60, seconds: 600 },
}

const words = z.array(z.object({ text: z.string(), change: z.enum(['none', 'added', 'removed']) })).meta({
  description:
    'Words as they were typed. Without what was added they are the version before, without what was removed the next.',
})

const blockSchema = z.object({
  kind: z.enum(['paragraph', 'item', 'quote']),
  words,
  is_reformatted: z.boolean().meta({ description: 'Only how it looks was changed.' }),
  skipped: z.int().meta({ description: 'Unchanged blocks before this one that are left out.' }),
})

const revisionSchema = z.object({
  id: z.uuid(),
  number: z
    .int()
    .meta({ description: 'Of the version that was edited, from 1; what it became has the next.' }),
  title: z.string().nullable().meta({ description: 'Before the edit; null: of a comment, or taken away.' }),
  content: z.string().nullable().meta({
    description:
      'Before the edit, as it was stored: HTML of a post, plain text of a comment; null: taken away.',
  }),
  edited_by: authorSchema.nullable().meta({ description: 'null: not known, or the account is gone.' }),
  created_at: z.iso.datetime().meta({ description: 'When it was edited' }),
  redaction: z
    .object({
      rule: z.string().nullable().meta({ description: '“2. Be kind”' }),
      action_id: z.uuid().meta({ description: 'In the log of moderation' }),
    })
    .nullable()
    .meta({ description: 'What took the words before the edit away' }),
  is_redacted: z
    .boolean()
    .meta({ description: 'The words before or after were taken away: no changes are shown.' }),
  changes: z
    .object({
      title: words.nullable().meta({ description: 'null: as before' }),
      blocks: z.array(blockSchema),
      skipped: z.int().meta({ description: 'Unchanged blocks after the last one that are left out.' }),
      is_cut: z.boolean().meta({
        description: 'The edit is too long for one answer: changes after the last block are left out.',
      }),
    })
    .nullable(),
})

const page = z.object({
  post_id: z.uuid(),
  edited_at: z.iso
    .datetime()
    .nullable()
    .meta({
      description:
        'null: it stands as it was written. Of an edit within five minutes of writing, before anybody answered or voted, ' +
        'nothing is kept.',
    }),
  versions: z.int().meta({ description: 'With the one that is shown now, which is the last.' }),
  items: z.array(revisionSchema),
  next: z.string().nullable(),
})

const input = z.object({
  id: z.string().meta({ description: 'Anything but an id is not found.' }),
  cursor: cursorIn('top'),
})

/** Earlier versions, visible to everyone who may read the current version. */
export const revisions = {
  post: oc
    .route({
      method: 'GET',
      path: '/posts/{id}/revisions',
      summary: 'Edits of a post, the latest first',
      tags: ['Posts'],
    })
    .input(input)
    .errors({ NOT_FOUND: { message: 'The post could not be found.' }, ...CURSOR_ERRORS })
    .output(page),
  comment: oc
    .route({
      method: 'GET',
      path: '/comments/{id}/revisions',
      summary: 'Edits of a comment, the latest first',
      tags: ['Comments'],
    })
    .input(input)
    .errors({ NOT_FOUND: { message: 'The comment could not be found.' }, ...CURSOR_ERRORS })
    .output(page),
}

const redaction = z.object({
  id: z.uuid(),
  rule: z.int().min(1).max(50).optional().meta({ description: 'The number of the rule that it broke' }),
  reason: z
    .string()
    .overwrite(manyLines)
    .max(REASON_LIMIT)
    .default('')
    .meta({ description: 'Public, in the log. Not empty where no rule is named.' }),
  note: z.string().overwrite(manyLines).max(NOTE_LIMIT).default('').meta({ description: 'For moderators' }),
})

/** For moderators and admins. */
export const revisionRedactions = {
  redact: rateLimited(REDACTION_RATE_LIMIT)
    .route({
      method: 'PUT',
      path: '/revisions/{id}/redaction',
      summary: 'Take the words of a former version away, for good',
      tags: ['Moderation'],
    })
    .input(redaction)
    .errors({
      NOT_FOUND: { message: 'There is no such version.' },
      FORBIDDEN: { message: 'Nobody acts on their own words, or on those of an equal or higher role.' },
      CONFLICT: { message: 'Its words are taken away already.' },
      BAD_REQUEST: {
        message: 'Please name a rule of this forum, or say why.',
        data: z.object({ field: z.string() }),
      },
    })
    .output(z.object({ action_id: z.uuid() })),
}

export type Revision = z.infer<typeof revisionSchema>
export type Changes = NonNullable<Revision['changes']>
export type ChangedBlock = z.infer<typeof blockSchema>
export type Words = z.infer<typeof words>
