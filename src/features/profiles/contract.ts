import { oc } from '@orpc/contract'
import * as z from 'zod'
import { ROLES } from '../../api/core/viewer.ts'
import { USERNAME_MAX } from '../accounts/policy.ts'
import { authorSchema } from '../authors/contract.ts'
import { contentHtml } from '../markup/contract.ts'
import { MEMBER_SEARCH_MAX, MEMBER_SEARCH_MIN, MENTION_MIN } from './policy.ts'

export const profileSchema = authorSchema.extend({
  bio: z.string().nullable(),
  bio_html: contentHtml.nullable(),
  location: z.string().nullable(),
  website_url: z.string().nullable(),
  roles: z.array(z.enum(ROLES)),
  post_count: z.int(),
  comment_count: z.int(),
  note_count: z.int().meta({ description: 'Without replies to notes' }),
  followers_count: z.int(),
  following_count: z.int(),
  created_at: z.iso.datetime(),
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

/** Nobody is called so. */
export const PROFILE_NOT_FOUND = { NOT_FOUND: { message: 'The user profile could not be found' } }

export const profiles = oc.tag('Profiles').router({
  search: oc
    .route({
      method: 'GET',
      path: '/profiles',
      summary: 'Members whose username or name contains a text, ten at most',
    })
    .input(
      z
        .object({
          search: z.string().max(MEMBER_SEARCH_MAX).transform(withoutNull),
          match: z.literal('beginning').optional().meta({
            description:
              'Names that begin so, from the first character on: for a mention that is being typed.',
          }),
          exclude: z.string().max(USERNAME_MAX).transform(withoutNull).optional().meta({
            description: 'A username to leave out, as one’s own. This list is the same for everybody.',
          }),
        })
        .refine(({ search, match }) => search.length >= (match ? MENTION_MIN : MEMBER_SEARCH_MIN), {
          path: ['search'],
          error: `Please type at least ${MEMBER_SEARCH_MIN} characters.`,
        }),
    )
    .output(z.object({ items: z.array(authorSchema), next: z.null() })),
  read: oc
    .route({ method: 'GET', path: '/profiles/{username}', summary: 'One profile' })
    .input(z.object({ username }))
    .errors(PROFILE_NOT_FOUND)
    .output(profileSchema),
})

export type Profile = z.infer<typeof profileSchema>
