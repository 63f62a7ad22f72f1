import { oc } from '@orpc/contract'
import * as z from 'zod'
import { ROLES } from '../../api/core/viewer.ts'
import { USERNAME_MAX } from '../accounts/policy.ts'
import { categorySchema } from '../categories/contract.ts'
import { CURSOR_LIMIT } from '../posts/policy.ts'
import { EXCERPT_LENGTH, MEMBER_SEARCH_MAX, MEMBER_SEARCH_MIN } from './policy.ts'

/** How a member is named beside what they wrote. `null` in its place: the account is gone. */
export const authorSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  full_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
})

export const profileSchema = authorSchema.extend({
  bio: z.string().nullable(),
  location: z.string().nullable(),
  website_url: z.string().nullable(),
  roles: z.array(z.enum(ROLES)),
  post_count: z.int(),
  comment_count: z.int(),
  followers_count: z.int(),
  following_count: z.int(),
  created_at: z.iso.datetime(),
})

const excerpt = z
  .string()
  .meta({ description: `The first ${EXCERPT_LENGTH} characters of the text, with an ellipsis if cut.` })

const profilePostSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  excerpt,
  categories: z.array(categorySchema.pick({ id: true, name: true, color: true })),
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

/** PostgreSQL's texts hold every character but U+0000. */
const withoutNull = (text: string) => text.replaceAll('\0', ' ').trim()

/** Any text: what cannot be a name is nobody's, and not found. */
export const username = z
  .string()
  .transform((text) => withoutNull(text).slice(0, 100))
  .meta({
    description:
      'In any case. A name that was given up leads to its former owner for 90 days; the answer says how they are called now.',
  })

const listInput = z.object({ username, cursor: z.string().max(CURSOR_LIMIT).optional() })
const NOT_FOUND = { NOT_FOUND: { message: 'The user profile could not be found' } }
const LIST_ERRORS = { ...NOT_FOUND, BAD_REQUEST: { message: 'This page address is not one of ours.' } }

export const profiles = {
  search: oc
    .route({
      method: 'GET',
      path: '/profiles',
      summary: 'Members whose username or name contains a text, ten at most',
      tags: ['Profiles'],
    })
    .input(
      z.object({
        search: z
          .string()
          .max(MEMBER_SEARCH_MAX)
          .transform(withoutNull)
          .pipe(z.string().min(MEMBER_SEARCH_MIN, `Please type at least ${MEMBER_SEARCH_MIN} characters.`)),
        exclude: z.string().max(USERNAME_MAX).transform(withoutNull).optional().meta({
          description: 'A username to leave out, as one’s own. This list is the same for everybody.',
        }),
      }),
    )
    .output(z.object({ items: z.array(authorSchema), next: z.null() })),
  read: oc
    .route({ method: 'GET', path: '/profiles/{username}', summary: 'One profile', tags: ['Profiles'] })
    .input(z.object({ username }))
    .errors(NOT_FOUND)
    .output(profileSchema),
  posts: oc
    .route({
      method: 'GET',
      path: '/profiles/{username}/posts',
      summary: 'A member’s posts, newest first, 10 a page',
      tags: ['Profiles'],
    })
    .input(listInput)
    .errors(LIST_ERRORS)
    .output(z.object({ items: z.array(profilePostSchema), next: z.string().nullable() })),
  comments: oc
    .route({
      method: 'GET',
      path: '/profiles/{username}/comments',
      summary: 'A member’s comments, newest first, 10 a page',
      tags: ['Profiles'],
    })
    .input(listInput)
    .errors(LIST_ERRORS)
    .output(z.object({ items: z.array(profileCommentSchema), next: z.string().nullable() })),
}

export type Author = z.infer<typeof authorSchema>
export type Profile = z.infer<typeof profileSchema>
export type ProfilePost = z.infer<typeof profilePostSchema>
export type ProfileComment = z.infer<typeof profileCommentSchema>
