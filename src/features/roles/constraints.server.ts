import type { ConstraintErrors } from '../../api/core/errors.server.ts'

export const roleConstraints: ConstraintErrors = {
  user_roles_moderator_verified: [
    'CONFLICT',
    'Who has not verified their address yet cannot be a moderator.',
  ],
}
