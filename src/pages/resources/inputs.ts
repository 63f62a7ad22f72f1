import * as z from 'zod'
import { line, lines, link, year } from '../../accounts/manage-forms/fields.ts'

/** Limits of the database (db/schema/site.sql). */
export const RESOURCE_TITLE_MAX = 200
export const AUTHOR_MAX = 150
export const RESOURCE_DESCRIPTION_MAX = 500
export const BLOG_CATEGORY_MAX = 50

const resourceFields = z.object({
  title: line(RESOURCE_TITLE_MAX, 'A title'),
  author: line(AUTHOR_MAX, 'An author'),
  description: lines(RESOURCE_DESCRIPTION_MAX, 'A description'),
  link,
})

export const bookFields = resourceFields.extend({ kind: z.literal('book'), year })
export const blogFields = resourceFields.extend({
  kind: z.literal('blog'),
  category: line(BLOG_CATEGORY_MAX, 'A category'),
})

/** The kind cannot be changed. The database refuses a year for a blog. */
export const resourceChange = resourceFields
  .extend({ year, category: line(BLOG_CATEGORY_MAX, 'A category') })
  .partial()
