import { oc } from '@orpc/contract'
import * as z from 'zod'

const thinkerSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  field_of_expertise: z.string(),
  bio: z.string(),
  website_url: z.string().nullable(),
  key_works: z.array(z.string()),
  born: z.int().nullable().meta({ description: 'Year' }),
  died: z.int().nullable().meta({ description: 'Year' }),
})

export const thinkers = {
  list: oc
    .route({ method: 'GET', path: '/thinkers', summary: 'Featured thinkers by name', tags: ['Thinkers'] })
    .output(z.object({ items: z.array(thinkerSchema), next: z.null() })),
}

export type Thinker = z.infer<typeof thinkerSchema>
