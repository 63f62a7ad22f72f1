import { oc } from '@orpc/contract'
import * as z from 'zod'
import { inputs, usernameSchema } from '../../accounts/inputs.ts'
import { EMAIL_MAX, USERNAME_MAX } from '../../accounts/policy.ts'
import { requiresProof } from '../../core/requires-proof.ts'
import { ROLES } from '../../core/viewer.ts'
import { oneLine } from '../../platform/text.ts'
import { UNDO_DAYS } from '../../settings/account-deletion/policy.ts'
import { authorSchema } from '../../shared/authors/contract.ts'
import { ACCOUNTS_PAGE, ACCOUNTS_RATE_LIMIT, EMAIL_TAKEN, NOT_VERIFIED } from './policy.ts'

const roles = z.array(z.enum(ROLES))
const at = z.iso.datetime()

const accountSchema = authorSchema.extend({ email: z.string(), is_verified: z.boolean(), roles })

const accountDetailsSchema = accountSchema.extend({
  joined_at: at,
  seen_at: at.nullable().meta({
    description: 'Last use of a session, to the nearest 15 minutes. null: no session in the last 180 days.',
  }),
  has_second_factor: z.boolean().meta({ description: 'Whether an authenticator app is set up.' }),
  passkeys: z.int(),
  delete_at: at.nullable().meta({ description: 'When the account will be deleted; null if not scheduled.' }),
  is_last_admin: z.boolean(),
  can: z
    .object({
      grant: roles,
      revoke: roles,
      rename: z.boolean(),
      change_email: z.boolean(),
      verify: z.boolean(),
      reset_password: z.boolean(),
      delete: z.boolean(),
    })
    .meta({ description: 'The viewer’s permissions for this account.' }),
})

const byId = z.object({ id: z.uuid() })
const roleInput = byId.extend({ role: z.enum(ROLES) })
const NOT_FOUND = { NOT_FOUND: { message: 'Account not found. It may have been deleted.' } }
const errors = {
  ...NOT_FOUND,
  CONFLICT: { message: NOT_VERIFIED, data: z.object({ field: z.string() }).optional() },
}
const change = () => requiresProof(ACCOUNTS_RATE_LIMIT).errors(errors)

/** Accounts as admins see and change them. All changes are in the log at `/changes`, without addresses. */
export const managedAccountsContract = oc.tag('Accounts').router({
  list: oc
    .route({ method: 'GET', path: '/accounts', summary: 'List accounts with their addresses, by username' })
    .input(
      z.object({
        search: z.string().max(EMAIL_MAX).overwrite(oneLine).optional().meta({
          description: 'Searches username, full name and, from three characters on, email address.',
        }),
        cursor: z
          .string()
          .regex(/^[a-z0-9_-]+$/)
          .max(USERNAME_MAX)
          .optional(),
        limit: z.coerce.number().int().min(1).max(ACCOUNTS_PAGE).default(ACCOUNTS_PAGE),
      }),
    )
    .output(z.object({ items: z.array(accountSchema), next: z.string().nullable() })),

  read: oc
    .route({ method: 'GET', path: '/accounts/{id}', summary: 'Get an account' })
    .input(byId)
    .errors(NOT_FOUND)
    .output(accountDetailsSchema),

  grantRole: change()
    .route({
      method: 'PUT',
      path: '/accounts/{id}/roles/{role}',
      summary: 'Grant a role. An admin also becomes an editor',
    })
    .input(roleInput)
    .output(byId),

  revokeRole: change()
    .route({
      method: 'DELETE',
      path: '/accounts/{id}/roles/{role}',
      summary: 'Revoke a role, but not that of the last admin',
    })
    .input(roleInput)
    .output(byId),

  rename: change()
    .route({
      method: 'PUT',
      path: '/accounts/{id}/username',
      summary: 'Change a username. The former one links to the member for 90 days',
    })
    .input(byId.extend({ username: usernameSchema }))
    .output(byId),

  verify: change()
    .route({ method: 'PUT', path: '/accounts/{id}/verification', summary: 'Mark an address as verified' })
    .input(byId)
    .output(byId),

  changeEmail: change()
    .route({
      method: 'PUT',
      path: '/accounts/{id}/email',
      summary: 'Change an address immediately. The former one gets a link that undoes the change',
    })
    .input(byId.extend({ email: inputs.requestReset.shape.email }))
    .errors({ ...errors, CONFLICT: { ...errors.CONFLICT, message: EMAIL_TAKEN } })
    .output(byId),

  resetPassword: change()
    .route({
      method: 'POST',
      path: '/accounts/{id}/password-resets',
      summary: 'Email a link for choosing a new password',
    })
    .input(byId)
    .output(byId),

  requestDeletion: change()
    .route({
      method: 'PUT',
      path: '/accounts/{id}/deletion',
      summary: `Delete an account in ${UNDO_DAYS} days; ends all its sessions and access tokens`,
      description: 'Until then, the member can sign in and keep the account.',
    })
    .input(
      byId.extend({
        keep_content: z.boolean().meta({
          description: 'true: posts, comments and notes are kept without the name; false: they are deleted.',
        }),
      }),
    )
    .output(byId.extend({ delete_at: at })),
})

export type Account = z.infer<typeof accountSchema>
export type AccountDetails = z.infer<typeof accountDetailsSchema>
