import * as z from 'zod'

/** Public facts about a removed comment or note. They exclude its author and the moderator. */
export const stubSchema = z.object({
  rule: z
    .string()
    .nullable()
    .meta({ description: 'The broken rule as it was at the time, for example “2. Be kind”' }),
  action_id: z.uuid().meta({ description: 'Entry in the moderation log' }),
  is_hidden: z
    .boolean()
    .meta({ description: 'Hidden automatically after several reports, until a moderator reviews it' }),
})

/** Public facts about a removed post, shown in its place. */
export const removalSchema = stubSchema.extend({ reason: z.string().nullable() })

export type Stub = z.infer<typeof stubSchema>
export type Removal = z.infer<typeof removalSchema>
