import { oc } from '@orpc/contract'
import * as z from 'zod'
import { itemTarget, updateTarget } from '../../accounts/manage-forms/fields.ts'
import { MANAGE_RATE_LIMIT } from '../../accounts/manage-forms/policy.ts'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { senderIdSchema } from '../../core/sender-id.ts'
import { SUBMITTED_KINDS } from '../approval/policy.ts'
import { NO_REPLACEMENT, TESTED_TEXTS, WATCHED_ACTIONS, watchedWordInput } from './policy.ts'

/** A test reads up to 10,000 texts. */
const TEST_RATE_LIMIT: RateLimit = {
  name: 'tests of watched words',
  account: { times: 60, seconds: 600 },
  address: { times: 120, seconds: 600 },
}

const wordSchema = z.object({
  id: z.uuid(),
  word: z.string(),
  action: z.enum(WATCHED_ACTIONS),
  replacement: z.string().nullable(),
  is_on: z.boolean(),
  updated_at: z.iso.datetime(),
})

const testSchema = z.object({
  tested: z.int().meta({
    description: `Number of newest posts, comments and notes that were searched, at most ${TESTED_TEXTS}`,
  }),
  is_complete: z.boolean().meta({ description: 'false: the time was up before all of them were searched' }),
  matching: z.int(),
  items: z
    .array(
      z.object({
        kind: z.enum(SUBMITTED_KINDS),
        id: z.uuid(),
        post_id: z.uuid().nullable().meta({ description: 'Of a comment' }),
        excerpt: z.string(),
        created_at: z.iso.datetime(),
      }),
    )
    .meta({ description: 'The newest of them' }),
})

const NOT_FOUND = { NOT_FOUND: { message: 'Watched word not found.' } }
const BAD_REQUEST = { BAD_REQUEST: { message: NO_REPLACEMENT, data: z.object({ field: z.string() }) } }

/** Words that hold, change or refuse members' texts. Moderators and admins can list them, admins change them. */
export const watchedWordsContract = oc.tag('Moderation').router({
  list: oc
    .route({
      method: 'GET',
      path: '/moderation/watched-words',
      summary: 'List watched words, alphabetically',
    })
    .output(
      z.object({
        items: z.array(wordSchema),
        next: z.null(),
        can: z.object({ edit: z.boolean() }),
      }),
    ),
  create: rateLimited(MANAGE_RATE_LIMIT)
    .route({
      method: 'POST',
      path: '/moderation/watched-words',
      successStatus: 201,
      summary: 'Add a watched word',
      description: 'It is off until `is_on` is set.',
    })
    .input(watchedWordInput.extend({ id: senderIdSchema }))
    .errors({ ...BAD_REQUEST, CONFLICT: { message: 'This ID is already in use.' } })
    .output(wordSchema),
  update: rateLimited(MANAGE_RATE_LIMIT)
    .route({
      method: 'PATCH',
      path: '/moderation/watched-words/{id}',
      summary: 'Update a watched word, or turn it on or off',
      description: 'Another word is off until `is_on` is set again.',
    })
    .input(watchedWordInput.extend({ is_on: z.boolean() }).partial().extend(updateTarget))
    .errors({
      ...NOT_FOUND,
      ...BAD_REQUEST,
      CONFLICT: { message: 'This watched word was changed elsewhere. Reload it to see both versions.' },
    })
    .output(wordSchema),
  remove: rateLimited(MANAGE_RATE_LIMIT)
    .route({ method: 'DELETE', path: '/moderation/watched-words/{id}', summary: 'Delete a watched word' })
    .input(itemTarget)
    .errors(NOT_FOUND)
    .output(itemTarget),
  test: rateLimited(TEST_RATE_LIMIT)
    .route({
      method: 'POST',
      path: '/moderation/watched-words/{id}/test',
      summary: 'Search the forum’s newest texts for a watched word',
    })
    .input(itemTarget)
    .errors(NOT_FOUND)
    .output(testSchema),
})

export type ListedWord = z.infer<typeof wordSchema>
export type WordTest = z.infer<typeof testSchema>
