import * as z from 'zod'
import { line, lines, link, year } from '../manage/fields.ts'
import { AUTHOR_MAX, BLOG_CATEGORY_MAX, RESOURCE_DESCRIPTION_MAX, RESOURCE_TITLE_MAX } from './policy.ts'

/** What curators say of a book or a blog: the same rules in the forms and in the API. */
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

/** What may be changed. What it is stays; the database refuses a year for a blog. */
export const resourceChange = resourceFields
  .extend({ year, category: line(BLOG_CATEGORY_MAX, 'A category') })
  .partial()
