import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'
import { listParentDomains } from './hosts.server.ts'

/** Returns the first blocked domain to which one of the hosts belongs. */
export async function findBlockedDomain(
  db: Kysely<DB>,
  hosts: readonly string[],
): Promise<string | undefined> {
  if (hosts.length === 0) return undefined
  const blocked = db
    .selectFrom('blocked_domains')
    .select('domain')
    .where('domain', 'in', [...new Set(hosts.flatMap(listParentDomains))])
    .limit(1)
  return (await blocked.executeTakeFirst())?.domain
}
