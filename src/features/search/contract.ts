import { oc } from '@orpc/contract'
import * as z from 'zod'
import { CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { authorSchema } from '../authors/contract.ts'
import { commentSchema } from '../comments/contract.ts'
import { noteSchema } from '../notes/contract.ts'
import { postFilters } from '../posts/contract.ts'
import { LITTLE_FOUND, SEARCH_LIMIT, SEARCH_WORDS } from '../posts/policy.ts'
import { MEMBER_SEARCH_MIN } from '../profiles/policy.ts'
import { COUNT_LIMIT, RESULTS_PAGE } from './policy.ts'

const search = z
  .string()
  .max(SEARCH_LIMIT)
  // PostgreSQL's texts hold every character but U+0000.
  .transform((text) => text.replaceAll('\0', ' ').trim())
  .meta({
    description:
      'Words, "phrases", -exclusions, or; the last word also as a beginning, behind those with the very word. ' +
      `The first ${SEARCH_WORDS} words count.`,
  })

const excerpt = z.string().meta({ description: 'Around the hits, each between U+E000 and U+E001.' })
const count = z
  .int()
  .max(COUNT_LIMIT + 1)
  .meta({ description: `${COUNT_LIMIT + 1}: more than ${COUNT_LIMIT}` })

const listInput = z.object({ search, cursor: cursorIn('top') })

const foundCommentSchema = commentSchema
  .pick({
    id: true,
    post_id: true,
    parent_id: true,
    author: true,
    votes_score: true,
    created_at: true,
    edited_at: true,
  })
  .extend({ post_title: z.string(), excerpt })

const foundNoteSchema = noteSchema
  .pick({ id: true, parent_id: true, author: true, likes_count: true, replies_count: true, created_at: true })
  .extend({ excerpt })

const foundPersonSchema = authorSchema.extend({ bio: z.string().nullable(), followers_count: z.int() })

function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next: z.string().nullable() })
}

/** What a search finds beside posts, which `GET posts` lists. */
export const searches = oc.tag('Search').router({
  summary: oc
    .route({
      method: 'GET',
      path: '/search',
      summary: 'How much a search finds, and how its words are usually spelt',
    })
    .input(
      z.object({
        search,
        spelling: z
          .enum(['typed'])
          .optional()
          .meta({ description: 'Count what was typed, however it is spelt.' }),
        ...postFilters,
      }),
    )
    .output(
      z.object({
        spelling: z
          .string()
          .nullable()
          .meta({
            description:
              `The same search with its words as they are usually spelt: where what was typed finds fewer than ${LITTLE_FOUND}, ` +
              'and this finds more. Counted is this, unless `spelling` asks for what was typed.',
          }),
        counts: z.object({
          posts: count.meta({ description: 'With these categories and this time' }),
          comments: count,
          notes: count,
          people: count,
        }),
      }),
    ),
  comments: oc
    .route({
      method: 'GET',
      path: '/search/comments',
      summary: `Comments with these words, the newest first, ${RESULTS_PAGE} a page`,
    })
    .input(listInput)
    .errors(CURSOR_ERRORS)
    .output(pageOf(foundCommentSchema)),
  notes: oc
    .route({
      method: 'GET',
      path: '/search/notes',
      summary: `Notes and replies with these words, the newest first, ${RESULTS_PAGE} a page`,
    })
    .input(listInput)
    .errors(CURSOR_ERRORS)
    .output(pageOf(foundNoteSchema)),
  people: oc
    .route({
      method: 'GET',
      path: '/search/people',
      summary: `Members whose name contains a text of at least ${MEMBER_SEARCH_MIN} characters, ${RESULTS_PAGE} a page`,
    })
    .input(listInput)
    .errors(CURSOR_ERRORS)
    .output(pageOf(foundPersonSchema)),
})

export type FoundComment = z.infer<typeof foundCommentSchema>
export type FoundNote = z.infer<typeof foundNoteSchema>
export type FoundPerson = z.infer<typeof foundPersonSchema>
