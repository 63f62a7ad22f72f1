import * as z from 'zod'
import {
  linkSchema,
  multiLineSchema,
  singleLineSchema,
  yearSchema,
} from '../../accounts/manage-forms/fields.ts'

/** Maximum lengths, as in the database (db/schema/site.sql). */
export const RESOURCE_TITLE_MAX = 200
export const AUTHOR_MAX = 150
export const RESOURCE_DESCRIPTION_MAX = 500
export const BLOG_CATEGORY_MAX = 50

const resourceFields = z.object({
  title: singleLineSchema(RESOURCE_TITLE_MAX, 'A title'),
  author: singleLineSchema(AUTHOR_MAX, 'An author'),
  description: multiLineSchema(RESOURCE_DESCRIPTION_MAX, 'A description'),
  link: linkSchema,
})

export const bookFields = resourceFields.extend({ kind: z.literal('book'), year: yearSchema })
export const blogFields = resourceFields.extend({
  kind: z.literal('blog'),
  category: singleLineSchema(BLOG_CATEGORY_MAX, 'A category'),
})

/** Input for changing a book or blog. Its kind can't change. The database refuses a year for a blog. */
export const resourceChange = resourceFields
  .extend({ year: yearSchema, category: singleLineSchema(BLOG_CATEGORY_MAX, 'A category') })
  .partial()
