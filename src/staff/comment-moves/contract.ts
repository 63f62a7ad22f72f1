import { oc } from '@orpc/contract'
import * as z from 'zod'
import { POST_CONCEPTS_MAX, TITLE_LIMIT } from '../../content/posts/policy.ts'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { byToken } from '../../core/token-scope.ts'
import { logGrounds } from '../../moderation/inputs.ts'
import { readableName } from '../../platform/readable-name.ts'
import { isBlank, oneLine } from '../../platform/text.ts'

/** Maximum comments that one action moves, including replies and comments that were removed or deleted. */
export const MOVED_COMMENTS_MAX = 500

/** Allows tidying up a large discussion. Each action can move 500 comments, so it is stricter than for locks. */
const MOVE_RATE_LIMIT: RateLimit = {
  name: 'moved comments',
  account: { times: 60, seconds: 600 },
  address: { times: 150, seconds: 600 },
}

const TOO_MANY = `You can move at most ${MOVED_COMMENTS_MAX} comments at a time.`

const source = z.object({
  id: z.uuid().meta({ description: 'ID of the post that the comments are on' }),
  ...logGrounds,
})

const selection = source.extend({
  comments: z
    .array(z.uuid())
    .min(1, 'Select a comment.')
    .max(MOVED_COMMENTS_MAX, TOO_MANY)
    .meta({ description: 'IDs. The replies to a comment move with it.' }),
})

const target = z.uuid().meta({ description: 'ID of the other post' })

const ERRORS = {
  NOT_FOUND: { message: 'The post could not be found.' },
  CONFLICT: { message: TOO_MANY, data: z.object({ field: z.string() }).optional() },
}

const resultSchema = z.object({
  id: z.uuid().meta({ description: 'ID of the post where the comments are now' }),
  title: z.string(),
  moved: z.int().meta({ description: 'Number of moved comments, including removed and deleted ones' }),
})

function act(path: string, summary: string) {
  return rateLimited(MOVE_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({ method: 'POST', path: `/posts/{id}/${path}`, summary })
}

/** Moderators and admins can move the comments of all members, as they can lock all posts. Authors are notified. */
export const commentMovesContract = oc.tag('Moderation').router({
  split: act('comments/split', 'Move comments to a new post; the first becomes its text')
    .input(
      selection.extend({
        title: z
          .string()
          .overwrite(oneLine)
          .refine((title) => !isBlank(title), 'A title is required.')
          .max(TITLE_LIMIT, `A title can have at most ${TITLE_LIMIT} characters.`)
          .superRefine(readableName('A title')),
        concepts: z
          .array(z.uuid())
          .max(POST_CONCEPTS_MAX, `A post can have at most ${POST_CONCEPTS_MAX} concepts.`)
          .default([])
          .meta({ description: 'IDs; the first is the main concept.' }),
      }),
    )
    .errors(ERRORS)
    .output(resultSchema),
  move: act('comments/move', 'Move comments to another post, where they are placed by their time')
    .input(selection.extend({ to: target }))
    .errors(ERRORS)
    .output(resultSchema),
  merge: act('merge', 'Merge a post into another; its text becomes a comment and its address redirects')
    .input(source.extend({ to: target }))
    .errors(ERRORS)
    .output(resultSchema),
})

export type MoveResult = z.infer<typeof resultSchema>
