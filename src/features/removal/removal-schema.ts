import * as z from 'zod'

/** Public facts about a removed comment or note. Excludes author and moderator. */
export const stubSchema = z.object({
  rule: z.string().nullable().meta({ description: 'The rule that it broke, as it was then: “2. Be kind”' }),
  action_id: z.uuid().meta({ description: 'In the log of moderation' }),
  is_hidden: z
    .boolean()
    .meta({ description: 'By the forum itself after several reports, until a moderator has looked at it' }),
})

/** Shown in place of a removed post. */
export const removalSchema = stubSchema.extend({ reason: z.string().nullable() })

export type Stub = z.infer<typeof stubSchema>
export type Removal = z.infer<typeof removalSchema>
