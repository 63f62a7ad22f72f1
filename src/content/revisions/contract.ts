import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { MODERATOR_NOTE_LIMIT, REASON_LIMIT } from '../../moderation/policy.ts'
import { CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { manyLines } from '../../platform/text.ts'
import { authorSchema } from '../../shared/authors/contract.ts'

/** Redactions are permanent, and few moderators need them, so the limit is low. */
const REDACTION_RATE_LIMIT: RateLimit = {
  name: 'redactions of versions',
  account: { times: 30, seconds: 600 },
  address: { times: 60, seconds: 600 },
}

const words = z.array(z.object({ text: z.string(), change: z.enum(['none', 'added', 'removed']) })).meta({
  description:
    'The text in parts. Parts that weren’t added make up the old version, parts that weren’t removed the new one.',
})

const blockSchema = z.object({
  kind: z.enum(['paragraph', 'item', 'quote']),
  words,
  is_reformatted: z.boolean().meta({ description: 'true: only the formatting changed.' }),
  skipped: z.int().meta({ description: 'Number of omitted unchanged blocks before this one.' }),
})

const revisionSchema = z.object({
  id: z.uuid(),
  number: z.int().meta({ description: 'Number of the version before the edit, starting at 1.' }),
  title: z
    .string()
    .nullable()
    .meta({ description: 'Title before the edit; null for comments and redacted versions.' }),
  content: z.string().nullable().meta({
    description: 'Content before the edit: HTML for posts, plain text for comments; null: redacted.',
  }),
  edited_by: authorSchema.nullable().meta({ description: 'null: unknown, or the account was deleted.' }),
  created_at: z.iso.datetime().meta({ description: 'When it was edited' }),
  redaction: z
    .object({
      rule: z.string().nullable().meta({ description: 'The broken rule, for example “2. Be kind”' }),
      action_id: z.uuid().meta({ description: 'Entry in the moderation log' }),
    })
    .nullable()
    .meta({ description: 'The redaction of the version before the edit' }),
  is_redacted: z
    .boolean()
    .meta({ description: 'true: the version before or after was redacted, so changes aren’t shown.' }),
  changes: z
    .object({
      title: words.nullable().meta({ description: 'null: unchanged' }),
      blocks: z.array(blockSchema),
      skipped: z.int().meta({ description: 'Number of omitted unchanged blocks after the last one.' }),
      is_cut: z.boolean().meta({
        description: 'true: the edit is too long for one response, so later changes are omitted.',
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
        'null: never edited. Edits within five minutes of posting, before anyone replied or voted, ' +
        'are not recorded.',
    }),
  versions: z.int().meta({ description: 'Number of versions, including the current one.' }),
  items: z.array(revisionSchema),
  next: z.string().nullable(),
})

const input = z.object({
  id: z.string().meta({ description: 'Returns NOT_FOUND for anything that isn’t an ID.' }),
  cursor: cursorIn('top'),
})

/** API for the edits of posts and comments, public like the current version. */
export const revisionsContract = {
  post: oc
    .route({
      method: 'GET',
      path: '/posts/{id}/revisions',
      summary: 'List edits of a post, newest first',
      tags: ['Posts'],
    })
    .input(input)
    .errors({ NOT_FOUND: { message: 'The post could not be found.' }, ...CURSOR_ERRORS })
    .output(page),
  comment: oc
    .route({
      method: 'GET',
      path: '/comments/{id}/revisions',
      summary: 'List edits of a comment, newest first',
      tags: ['Comments'],
    })
    .input(input)
    .errors({ NOT_FOUND: { message: 'The comment could not be found.' }, ...CURSOR_ERRORS })
    .output(page),
}

const redaction = z.object({
  id: z.uuid(),
  rule: z.int().min(1).max(50).optional().meta({ description: 'Number of the rule that was broken' }),
  reason: z
    .string()
    .overwrite(manyLines)
    .max(REASON_LIMIT)
    .default('')
    .meta({ description: 'Shown in the public log. Required without a rule.' }),
  note: z
    .string()
    .overwrite(manyLines)
    .max(MODERATOR_NOTE_LIMIT)
    .default('')
    .meta({ description: 'Only visible to moderators' }),
})

/** API for redactions by moderators and admins. */
export const revisionRedactionsContract = {
  redact: rateLimited(REDACTION_RATE_LIMIT)
    .route({
      method: 'PUT',
      path: '/revisions/{id}/redaction',
      summary: 'Permanently redact an earlier version',
      tags: ['Moderation'],
    })
    .input(redaction)
    .errors({
      NOT_FOUND: { message: 'Version not found.' },
      FORBIDDEN: {
        message: 'You can’t moderate your own content or that of someone with an equal or higher role.',
      },
      CONFLICT: { message: 'This version is already redacted.' },
      BAD_REQUEST: {
        message: 'Choose a rule or enter a reason.',
        data: z.object({ field: z.string() }),
      },
    })
    .output(z.object({ action_id: z.uuid() })),
}

export type Revision = z.infer<typeof revisionSchema>
export type RevisionChanges = NonNullable<Revision['changes']>
export type ChangedBlock = z.infer<typeof blockSchema>
export type ChangedText = z.infer<typeof words>
