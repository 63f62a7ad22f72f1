import { api } from '../../core/client.ts'

/** Keys of the queries that show accounts or the log of their changes. */
export function accountQueryKeys() {
  return [api.managedAccounts.key(), api.changes.key(), api.users.key(), [['profiles']]]
}
