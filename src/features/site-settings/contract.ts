import { oc } from '@orpc/contract'
import * as z from 'zod'
import { proven } from '../../api/core/proven.ts'
import { REGISTRATIONS, SITE_TEXTS } from '../../platform/site.ts'
import { MANAGE_RATE_LIMIT } from '../manage/policy.ts'
import { contentHtml } from '../markup/contract.ts'
import { INVITERS, NEW_MEMBERS, settingsInput } from './inputs.ts'

const siteSchema = z.object({
  product: z.string().meta({ description: 'The name where there is little room.' }),
  name: z.string(),
  url: z.url(),
  description: z.string().optional().meta({ description: 'Where admins have said what the forum is.' }),
  contact: z.string().optional().meta({ description: 'An e-mail address, or that of a page.' }),
  texts: z.array(z.enum(SITE_TEXTS)).optional().meta({ description: 'Those that admins have written.' }),
  registration: z
    .enum(['invite', 'closed'])
    .optional()
    .meta({ description: 'Where not everybody may sign up.' }),
  providers: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .optional()
    .meta({ description: 'Where people have accounts with which they sign in here.' }),
})

const textSchema = z.object({
  text: z.string(),
  text_html: contentHtml,
  updated_at: z.iso
    .datetime()
    .meta({ description: 'When anything about the forum itself was changed last.' }),
})

const settingsSchema = z.object({
  name: z.string().nullable(),
  description: z.string().nullable(),
  contact: z.string().nullable(),
  about: z.string(),
  guidelines: z.string(),
  terms: z.string(),
  privacy: z.string(),
  registration: z.enum(REGISTRATIONS),
  inviters: z.enum(INVITERS).meta({ description: 'Who makes links of invitation; admins always may.' }),
  new_members: z.enum(NEW_MEMBERS).meta({
    description:
      'Which texts of new members wait for a moderator: none (open), the first with a link to another site (careful), or the first three as well (strict)',
  }),
  updated_at: z.iso.datetime(),
})

export const site = oc.tag('Site').router({
  read: oc
    .route({ method: 'GET', path: '/site', summary: 'What the forum is called and what it is' })
    .output(siteSchema),
  text: oc
    .route({ method: 'GET', path: '/site/texts/{name}', summary: 'A text of the forum about itself' })
    .input(z.object({ name: z.enum(SITE_TEXTS) }))
    .errors({ NOT_FOUND: { message: 'Nobody has written this text.' } })
    .output(textSchema),
  settings: oc
    .route({
      method: 'GET',
      path: '/site/settings',
      summary: 'Everything that admins say of the forum itself',
    })
    .output(settingsSchema),
  update: proven(MANAGE_RATE_LIMIT)
    .route({ method: 'PATCH', path: '/site/settings', summary: 'Change what the forum says of itself' })
    .input(
      settingsInput.partial().extend({
        updated_at: z.iso.datetime().optional().meta({
          description: 'As it was read: CONFLICT instead of overwriting what was saved since.',
        }),
      }),
    )
    .errors({
      CONFLICT: { message: 'The settings were changed elsewhere meanwhile. Load them again to see both.' },
    })
    .output(settingsSchema),
})

export type Settings = z.infer<typeof settingsSchema>
