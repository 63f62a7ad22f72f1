import type { Context } from '../../../api/core/context.server.ts'
import { hasPasskey } from './sql.server.ts'

/**
 * Whether this session's roles rest though its member has a passkey: a password alone has opened it. It must not be enough to change
 * what the roles wait for, or whoever has the password would wake them with a passkey or a second factor of their own.
 */
export async function rolesNeedPasskey({ db, viewer }: Pick<Context, 'db' | 'viewer'>): Promise<boolean> {
  return Boolean(viewer?.resting_roles) && hasPasskey(db, viewer?.id ?? '')
}
