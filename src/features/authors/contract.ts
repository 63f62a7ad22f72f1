import * as z from 'zod'

/** How a member is named beside what they wrote. `null` in its place: the account is gone. */
export const authorSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  full_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
})

export type Author = z.infer<typeof authorSchema>
