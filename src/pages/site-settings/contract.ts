import { oc } from '@orpc/contract'
import * as z from 'zod'
import { MANAGE_RATE_LIMIT } from '../../accounts/manage-forms/policy.ts'
import { requiresProof } from '../../core/requires-proof.ts'
import { REGISTRATIONS, SITE_TEXTS } from '../../platform/site.ts'
import { contentHtml } from '../../shared/markup/contract.ts'
import { AI_TRAINING, GUEST_CHECKS, INVITERS, NEW_MEMBERS, PICTURES, settingsInput } from './inputs.ts'
import {
  LOGO_PIXELS,
  SITE_PICTURE_RATE_LIMIT,
  SITE_PICTURE_REJECTED,
  SITE_PICTURE_TOO_LARGE,
  type SitePicture,
} from './site-picture-policy.ts'

const siteSchema = z.object({
  product: z.string().meta({ description: 'The short name, for small spaces.' }),
  name: z.string(),
  url: z.url(),
  description: z.string().optional().meta({ description: 'If set by admins.' }),
  contact: z.string().optional().meta({ description: 'An email address or URL.' }),
  headline: z.string().optional().meta({ description: 'Heading of the home page for guests.' }),
  introduction: z.string().optional().meta({ description: 'Text of the home page for guests.' }),
  logo: z.string().optional().meta({ description: 'Path of an uploaded logo.' }),
  icon: z.string().optional().meta({ description: 'Path of an uploaded icon with 512 pixels.' }),
  accents: z
    .record(z.templateLiteral(['--', z.string()]), z.string())
    .optional()
    .meta({ description: 'CSS properties: `--accent-dark`, `--on-accent-dark` and so on.' }),
  texts: z.array(z.enum(SITE_TEXTS)).optional().meta({ description: 'Texts that admins have written.' }),
  registration: z
    .enum(['invite', 'closed'])
    .optional()
    .meta({ description: 'If registration is restricted.' }),
  pictures: z.literal('off').optional().meta({ description: 'If members can’t add pictures.' }),
  providers: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .optional()
    .meta({ description: 'Providers for signing in.' }),
})

const textSchema = z.object({
  text: z.string(),
  text_html: contentHtml,
  updated_at: z.iso.datetime().meta({ description: 'When the settings were last changed.' }),
})

const settingsSchema = z.object({
  name: z.string().nullable(),
  description: z.string().nullable(),
  contact: z.string().nullable(),
  headline: z.string().nullable(),
  introduction: z.string().nullable(),
  accent_dark: z.string().nullable(),
  accent_light: z.string().nullable(),
  logo: z.string().nullable(),
  icon: z.string().nullable(),
  about: z.string(),
  guidelines: z.string(),
  terms: z.string(),
  privacy: z.string(),
  registration: z.enum(REGISTRATIONS),
  inviters: z.enum(INVITERS).meta({ description: 'Who can create invite links; admins always can.' }),
  new_members: z.enum(NEW_MEMBERS).meta({
    description:
      'Which texts of new members require approval: none (open), the first with a link to another site (careful), or also the first three (strict)',
  }),
  pictures: z.enum(PICTURES).meta({ description: 'Whether members can add pictures to posts and comments.' }),
  guest_check: z.enum(GUEST_CHECKS).meta({
    description: 'When guests’ browsers must solve a task before they get pages that aren’t cached',
  }),
  ai_training: z.enum(AI_TRAINING).meta({
    description: 'Whether robots.txt allows crawlers that collect texts for AI training',
  }),
  updated_at: z.iso.datetime(),
})

export const siteContract = oc.tag('Site').router({
  read: oc
    .route({ method: 'GET', path: '/site', summary: 'Get the forum’s name, description and settings' })
    .output(siteSchema),
  text: oc
    .route({ method: 'GET', path: '/site/texts/{name}', summary: 'Get a text about the forum' })
    .input(z.object({ name: z.enum(SITE_TEXTS) }))
    .errors({ NOT_FOUND: { message: 'Text not found.' } })
    .output(textSchema),
  settings: oc
    .route({
      method: 'GET',
      path: '/site/settings',
      summary: 'Get all site settings',
    })
    .output(settingsSchema),
  update: requiresProof(MANAGE_RATE_LIMIT)
    .route({ method: 'PATCH', path: '/site/settings', summary: 'Update the site settings' })
    .input(
      settingsInput.partial().extend({
        updated_at: z.iso.datetime().optional().meta({
          description: 'The value you read. Returns CONFLICT if the settings were saved since.',
        }),
      }),
    )
    .errors({
      CONFLICT: { message: 'The settings were changed elsewhere. Reload them to see both versions.' },
    })
    .output(settingsSchema),
  setLogo: pictureOperation('logo', `It is stored as WebP with at most ${LOGO_PIXELS} pixels on each side.`),
  removeLogo: requiresProof(SITE_PICTURE_RATE_LIMIT)
    .route({ method: 'DELETE', path: '/site/logo', summary: 'Remove the logo' })
    .output(settingsSchema),
  setIcon: pictureOperation(
    'icon',
    'It is stored as square PNGs. What a picture lacks to a square stays transparent.',
  ),
  removeIcon: requiresProof(SITE_PICTURE_RATE_LIMIT)
    .route({ method: 'DELETE', path: '/site/icon', summary: 'Remove the icon' })
    .output(settingsSchema),
})

function pictureOperation(kind: SitePicture, result: string) {
  return requiresProof(SITE_PICTURE_RATE_LIMIT)
    .route({
      method: 'PUT',
      path: `/site/${kind}`,
      summary: `Upload the ${kind}`,
      description: `The body is the file with its content type (such as image/png): JPEG, PNG, WebP, GIF or AVIF, detected from its bytes, under 5 MB. ${result}`,
    })
    .input(z.file(SITE_PICTURE_REJECTED))
    .errors({
      PAYLOAD_TOO_LARGE: { message: SITE_PICTURE_TOO_LARGE },
      UNSUPPORTED_MEDIA_TYPE: { message: SITE_PICTURE_REJECTED },
      UNPROCESSABLE_CONTENT: {
        message: 'This image is damaged or too large to open. Please try another image.',
      },
    })
    .output(settingsSchema)
}

export type StoredSiteSettings = z.infer<typeof settingsSchema>
