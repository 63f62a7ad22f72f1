import { oc } from '@orpc/contract'
import * as z from 'zod'

export const categorySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  color: z.string().meta({ description: 'Hue of the badge as #rrggbb; the theme decides lightness.' }),
  description: z.string(),
})

const countedSchema = categorySchema.extend({ post_count: z.int() })

export const categories = {
  list: oc
    .route({ method: 'GET', path: '/categories', summary: 'All categories by name', tags: ['Categories'] })
    .output(z.object({ items: z.array(countedSchema), next: z.null() })),
  read: oc
    .route({ method: 'GET', path: '/categories/{id}', summary: 'One category', tags: ['Categories'] })
    .input(z.object({ id: z.string().max(100) }))
    .errors({ NOT_FOUND: { message: 'Category not found' } })
    .output(countedSchema),
}

export type Category = z.infer<typeof countedSchema>
