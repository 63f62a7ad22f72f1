import * as z from 'zod'

/** The author shown beside a text. `null` if the author's account has been deleted. */
export const authorSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  full_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
})

export type Author = z.infer<typeof authorSchema>
