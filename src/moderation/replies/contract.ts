import { oc } from '@orpc/contract'
import * as z from 'zod'
import { itemTarget, updateTarget } from '../../accounts/manage-forms/fields.ts'
import { MANAGE_RATE_LIMIT } from '../../accounts/manage-forms/policy.ts'
import { rateLimited } from '../../core/rate-limited.ts'
import { senderIdSchema } from '../../core/sender-id.ts'
import { replyInput } from './policy.ts'

const replySchema = z.object({
  id: z.uuid(),
  title: z.string(),
  text: z.string(),
  updated_at: z.iso.datetime(),
})

const NOT_FOUND = { NOT_FOUND: { message: 'Saved reply not found.' } }

/** Texts that moderators insert into reasons and messages. For moderators and admins. */
export const savedRepliesContract = oc.tag('Moderation').router({
  list: oc
    .route({ method: 'GET', path: '/moderation/replies', summary: 'List saved replies, by title' })
    .output(z.object({ items: z.array(replySchema), next: z.null() })),
  create: rateLimited(MANAGE_RATE_LIMIT)
    .route({
      method: 'POST',
      path: '/moderation/replies',
      successStatus: 201,
      summary: 'Add a saved reply',
    })
    .input(replyInput.extend({ id: senderIdSchema }))
    .errors({ CONFLICT: { message: 'This ID is already in use.' } })
    .output(replySchema),
  update: rateLimited(MANAGE_RATE_LIMIT)
    .route({ method: 'PATCH', path: '/moderation/replies/{id}', summary: 'Update a saved reply' })
    .input(replyInput.partial().extend(updateTarget))
    .errors({
      ...NOT_FOUND,
      CONFLICT: { message: 'This saved reply was changed elsewhere. Reload it to see both versions.' },
    })
    .output(replySchema),
  remove: rateLimited(MANAGE_RATE_LIMIT)
    .route({ method: 'DELETE', path: '/moderation/replies/{id}', summary: 'Delete a saved reply' })
    .input(itemTarget)
    .errors(NOT_FOUND)
    .output(itemTarget),
})

export type SavedReply = z.infer<typeof replySchema>
