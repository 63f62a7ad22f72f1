import { oc } from '@orpc/contract'
import * as z from 'zod'
import { USERNAME_MAX } from '../../accounts/policy.ts'
import { ROLES } from '../../core/viewer.ts'
import { authorSchema } from '../../shared/authors/contract.ts'
import { contentHtml } from '../../shared/markup/contract.ts'
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

/** Replaces U+0000, the only character that PostgreSQL's text type does not accept. */
const withoutNull = (text: string) => text.replaceAll('\0', ' ').trim()

/** Accepts any text as a username. An impossible one is "not found" rather than a validation error. */
export const usernameParameter = z
  .string()
  .transform((text) => withoutNull(text).slice(0, 100))
  .meta({
    description:
      'Case-insensitive. A former username finds its owner for 90 days; the response has the current username.',
  })

/** Error if no member has the given username. */
export const PROFILE_NOT_FOUND = { NOT_FOUND: { message: 'The user profile could not be found' } }

export const profilesContract = oc.tag('Profiles').router({
  search: oc
    .route({
      method: 'GET',
      path: '/profiles',
      summary: 'Search members by username or name; at most ten results',
    })
    .input(
      z
        .object({
          search: z.string().max(MEMBER_SEARCH_MAX).transform(withoutNull),
          match: z.literal('beginning').optional().meta({
            description: 'Match the beginning of names, from the first character. For completing mentions.',
          }),
          exclude: z.string().max(USERNAME_MAX).transform(withoutNull).optional().meta({
            description: 'A username to exclude, for example my own. This list doesn’t depend on the viewer.',
          }),
        })
        .refine(({ search, match }) => search.length >= (match ? MENTION_MIN : MEMBER_SEARCH_MIN), {
          path: ['search'],
          error: `Enter at least ${MEMBER_SEARCH_MIN} characters.`,
        }),
    )
    .output(z.object({ items: z.array(authorSchema), next: z.null() })),
  read: oc
    .route({ method: 'GET', path: '/profiles/{username}', summary: 'Get a profile' })
    .input(z.object({ username: usernameParameter }))
    .errors(PROFILE_NOT_FOUND)
    .output(profileSchema),
})

export type Profile = z.infer<typeof profileSchema>
