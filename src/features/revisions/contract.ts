import { oc } from '@orpc/contract'
import * as z from 'zod'
import { CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { authorSchema } from '../authors/contract.ts'

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
  is_redacted: z
    .boolean()
    .meta({ description: 'The words before or after were taken away: no changes are shown.' }),
  changes: z
    .object({
      title: words.nullable().meta({ description: 'null: as before' }),
      blocks: z.array(blockSchema),
      skipped: z.int().meta({ description: 'Unchanged blocks after the last one that are left out.' }),
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

/** What was said before it was edited, for everybody who may read what is said now. */
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

export type Revision = z.infer<typeof revisionSchema>
export type Changes = NonNullable<Revision['changes']>
export type ChangedBlock = z.infer<typeof blockSchema>
export type Words = z.infer<typeof words>
