import { oc } from '@orpc/contract'
import * as z from 'zod'
import { conceptSchema } from '../../content/concepts/contract.ts'
import { PROFILE_NOT_FOUND, usernameParameter } from '../../people/profiles/contract.ts'
import { CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { EXCERPT_LENGTH, HIGHLIGHTED_AMONG } from './policy.ts'

const excerpt = z
  .string()
  .meta({ description: `The first ${EXCERPT_LENGTH} characters of the text, with an ellipsis if truncated.` })

const profilePostSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  excerpt,
  concepts: z.array(conceptSchema.pick({ id: true, name: true, color: true })),
  votes_score: z.int(),
  view_count: z.int(),
  comment_count: z.int(),
  is_pinned: z.boolean(),
  created_at: z.iso.datetime(),
  edited_at: z.iso.datetime().nullable(),
})

const profileCommentSchema = z.object({
  id: z.uuid(),
  post_id: z.uuid(),
  post_title: z.string(),
  parent_id: z.uuid().nullable(),
  excerpt,
  votes_score: z.int(),
  created_at: z.iso.datetime(),
  edited_at: z.iso.datetime().nullable(),
})

const highlightsSchema = z.object({
  concepts: z.array(
    conceptSchema
      .pick({ id: true, name: true, color: true })
      .extend({ posts: z.int().meta({ description: `From their newest ${HIGHLIGHTED_AMONG} posts` }) }),
  ),
  best: z.array(profilePostSchema.pick({ id: true, title: true, votes_score: true, comment_count: true })),
})

const listInput = z.object({ username: usernameParameter, cursor: cursorIn('newest') })
const LIST_ERRORS = { ...PROFILE_NOT_FOUND, ...CURSOR_ERRORS }

/** API of the lists on a profile's tabs. The notes feature provides the list of notes. */
export const profilePageContract = oc.tag('Profiles').router({
  posts: oc
    .route({
      method: 'GET',
      path: '/profiles/{username}/posts',
      summary: 'List a member’s posts, newest first, 10 per page',
    })
    .input(listInput)
    .errors(LIST_ERRORS)
    .output(z.object({ items: z.array(profilePostSchema), next: z.string().nullable() })),
  comments: oc
    .route({
      method: 'GET',
      path: '/profiles/{username}/comments',
      summary: 'List a member’s comments, newest first, 10 per page',
    })
    .input(listInput)
    .errors(LIST_ERRORS)
    .output(z.object({ items: z.array(profileCommentSchema), next: z.string().nullable() })),
  highlights: oc
    .route({
      method: 'GET',
      path: '/profiles/{username}/highlights',
      summary: 'Get a member’s main topics and best posts',
    })
    .input(z.object({ username: usernameParameter }))
    .errors(PROFILE_NOT_FOUND)
    .output(highlightsSchema),
})

export type ProfilePost = z.infer<typeof profilePostSchema>
export type ProfileComment = z.infer<typeof profileCommentSchema>
export type Highlights = z.infer<typeof highlightsSchema>
