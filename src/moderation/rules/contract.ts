import { oc } from '@orpc/contract'
import * as z from 'zod'
import { itemTarget, updateTarget } from '../../accounts/manage-forms/fields.ts'
import { MANAGE_RATE_LIMIT } from '../../accounts/manage-forms/policy.ts'
import { rateLimited } from '../../core/rate-limited.ts'
import { senderIdSchema } from '../../core/sender-id.ts'
import { contentHtml } from '../../shared/markup/contract.ts'
import { ruleInput } from './policy.ts'

const ruleSchema = z.object({
  id: z.uuid(),
  number: z.int(),
  title: z.string(),
  text: z.string(),
  text_html: contentHtml,
  updated_at: z.iso.datetime(),
})

const NOT_FOUND = { NOT_FOUND: { message: 'Rule not found.' } }

export const rulesContract = oc.tag('Rules').router({
  list: oc
    .route({ method: 'GET', path: '/rules', summary: 'List the rules, by number' })
    .output(z.object({ items: z.array(ruleSchema), next: z.null() })),
  create: rateLimited(MANAGE_RATE_LIMIT)
    .route({ method: 'POST', path: '/rules', successStatus: 201, summary: 'Add a rule' })
    .input(ruleInput.partial({ text: true }).extend({ id: senderIdSchema }))
    .errors({ CONFLICT: { message: 'This ID is already in use.' } })
    .output(ruleSchema),
  update: rateLimited(MANAGE_RATE_LIMIT)
    .route({ method: 'PATCH', path: '/rules/{id}', summary: 'Update a rule' })
    .input(ruleInput.partial().extend(updateTarget))
    .errors({
      ...NOT_FOUND,
      CONFLICT: { message: 'This rule was changed elsewhere. Reload it to see both versions.' },
    })
    .output(ruleSchema),
  remove: rateLimited(MANAGE_RATE_LIMIT)
    .route({ method: 'DELETE', path: '/rules/{id}', summary: 'Delete a rule; the others keep their numbers' })
    .input(itemTarget)
    .errors(NOT_FOUND)
    .output(itemTarget),
})

export type Rule = z.infer<typeof ruleSchema>
