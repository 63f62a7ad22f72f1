import * as z from 'zod'
import { authorSchema } from '../../shared/authors/contract.ts'
import { contentHtml } from '../../shared/markup/contract.ts'
import { conceptSchema } from '../concepts/contract.ts'

export const postSummarySchema = z.object({
  id: z.uuid(),
  title: z.string(),
  title_highlight: z
    .string()
    .optional()
    .meta({ description: 'Search only: the title, with matches between U+E000 and U+E001.' }),
  preview: z
    .string()
    .meta({ description: 'The first 200 characters of the text, with an ellipsis if truncated.' }),
  preview_highlight: z
    .string()
    .optional()
    .meta({ description: 'Search only: an excerpt, with matches between U+E000 and U+E001.' }),
  matches: z
    .array(z.enum(['title', 'text', 'author', 'concept']))
    .optional()
    .meta({ description: 'Search only: where the words were found.' }),
  author: authorSchema.nullable(),
  concepts: z.array(conceptSchema.pick({ id: true, name: true, color: true })),
  votes_score: z.int(),
  view_count: z.int(),
  comment_count: z.int(),
  is_pinned: z.boolean(),
  created_at: z.iso.datetime(),
  edited_at: z.iso.datetime().nullable(),
})

export const postSchema = postSummarySchema
  .omit({ preview: true, preview_highlight: true, title_highlight: true, matches: true })
  .extend({
    content: z.string().meta({ description: 'Sanitized HTML as stored, for editing' }),
    content_html: contentHtml,
    format: z.enum(['rich', 'plain']),
    description: z.string().meta({ description: 'The first 160 characters of the text plus an ellipsis.' }),
    updated_at: z.iso.datetime(),
    is_locked: z.boolean().meta({ description: 'Only moderators can comment.' }),
    locked_until: z.iso.datetime().nullable().meta({ description: 'When the lock opens by itself.' }),
    slow_mode_seconds: z
      .int()
      .nullable()
      .meta({ description: 'Minimum seconds between two comments of a member. Moderators are exempt.' }),
    duplicate_of: z
      .object({ id: z.uuid(), title: z.string() })
      .nullable()
      .meta({ description: 'The original of a duplicate, where the discussion continues.' }),
    split_from: z
      .object({ id: z.uuid(), title: z.string() })
      .nullable()
      .meta({ description: 'The post from whose comments a moderator made this post.' }),
    moved_to: z
      .array(z.object({ id: z.uuid(), title: z.string(), comment_count: z.int() }))
      .meta({ description: 'Posts to which moderators moved comments, and how many.' }),
    is_deleted: z.boolean().meta({
      description: 'The author’s text was deleted. The comments remain, and no new ones can be added.',
    }),
  })

export const relatedSchema = postSummarySchema
  .pick({ id: true, title: true, votes_score: true, created_at: true })
  .extend({ author_username: z.string().nullable() })

export const neighbourSchema = postSummarySchema.pick({ id: true, title: true }).nullable()
