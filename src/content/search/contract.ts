import { oc } from '@orpc/contract'
import * as z from 'zod'
import { MEMBER_SEARCH_MIN } from '../../people/profiles/policy.ts'
import { CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { authorSchema } from '../../shared/authors/contract.ts'
import { commentSchema } from '../comments/contract.ts'
import { noteSchema } from '../notes/contract.ts'
import { postFilters } from '../posts/contract.ts'
import { FEW_RESULTS, SEARCH_LIMIT, SEARCH_WORDS } from '../posts/policy.ts'
import { OPERATORS_HELP } from '../posts/search/operators.ts'
import { COUNT_LIMIT, RESULTS_PAGE } from './policy.ts'

const search = z
  .string()
  .max(SEARCH_LIMIT)
  // Replaces U+0000, the only character that PostgreSQL's text type does not accept.
  .transform((text) => text.replaceAll('\0', ' ').trim())
  .meta({
    description:
      'Supports words, "phrases", -exclusions and or. The last word also matches as a prefix, ranked below exact matches. ' +
      `Only the first ${SEARCH_WORDS} words are used. ${OPERATORS_HELP}`,
  })

const excerpt = z
  .string()
  .meta({ description: 'Excerpt around the matches, each between U+E000 and U+E001.' })
const count = z
  .int()
  .max(COUNT_LIMIT + 1)
  .meta({ description: `${COUNT_LIMIT + 1} means more than ${COUNT_LIMIT}` })

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

/** API for search results of all kinds except posts, which `GET posts` lists. */
export const searchesContract = oc.tag('Search').router({
  summary: oc
    .route({
      method: 'GET',
      path: '/search',
      summary: 'Count search results, with a spelling suggestion',
    })
    .input(
      z.object({
        search,
        spelling: z
          .enum(['typed'])
          .optional()
          .meta({ description: '`typed`: count results for the text as typed, ignoring the suggestion.' }),
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
              `The search with corrected spelling, if the typed text finds fewer than ${FEW_RESULTS} results ` +
              'and this finds more. Counts are for this text, unless `spelling` is `typed`.',
          }),
        problems: z.array(z.string()).meta({
          description: 'A sentence for each operator that was ignored because its value is invalid',
        }),
        counts: z.object({
          posts: count.meta({ description: 'Posts that match the concepts and time' }),
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
      summary: `Search comments, newest first, ${RESULTS_PAGE} per page`,
    })
    .input(listInput)
    .errors(CURSOR_ERRORS)
    .output(pageOf(foundCommentSchema)),
  notes: oc
    .route({
      method: 'GET',
      path: '/search/notes',
      summary: `Search notes and replies, newest first, ${RESULTS_PAGE} per page`,
    })
    .input(listInput)
    .errors(CURSOR_ERRORS)
    .output(pageOf(foundNoteSchema)),
  people: oc
    .route({
      method: 'GET',
      path: '/search/people',
      summary: `Search members by name, without operators, with at least ${MEMBER_SEARCH_MIN} characters, ${RESULTS_PAGE} per page`,
    })
    .input(listInput)
    .errors(CURSOR_ERRORS)
    .output(pageOf(foundPersonSchema)),
})

export type FoundComment = z.infer<typeof foundCommentSchema>
export type FoundNote = z.infer<typeof foundNoteSchema>
export type FoundPerson = z.infer<typeof foundPersonSchema>
