import type { Transaction } from 'kysely'
import { invalidate } from '../../core/context.server.ts'
import { guards } from '../../core/procedure.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { parseDomain, parseHost } from '../../shared/blocked-domains/hosts.server.ts'
import { findBlockedDomain } from '../../shared/blocked-domains/sql.server.ts'
import { recordAction } from '../record-action.server.ts'
import { blockedDomainsContract as contract } from './contract.ts'
import { NO_DOMAIN, OWN_DOMAIN } from './policy.ts'
import { deleteDomain, findDomain, insertDomain, listDomains, setAction } from './sql.server.ts'

const { staff } = guards(contract)

export const blockedDomainsProcedures = {
  list: staff.list.handler(({ context: { db }, input }) => listDomains(db, input.cursor)),

  add: staff.add.handler(async ({ context, input, errors }) => {
    const { db, viewer, config } = context
    const domain = parseDomain(input.domain)
    const isOwn = domain !== undefined && domain === parseHost(config.PUBLIC_URL)
    const data = { field: 'domain' }
    if (!domain || isOwn) throw errors.BAD_REQUEST({ message: isOwn ? OWN_DOMAIN : NO_DOMAIN, data })
    const conflict = (blocked: string) =>
      errors.CONFLICT({ message: `${blocked} and its subdomains are already blocked.`, data })
    const above = await findBlockedDomain(db, [domain])
    if (above) throw conflict(above)
    const { reason } = input
    const isAdded = await db.transaction().execute((trx) => block(trx, viewer, { domain, reason }))
    if (!isAdded) throw conflict(domain)
    invalidate(context, 'moderation-log')
    return findDomain(db, domain)
  }),

  remove: staff.remove.handler(async ({ context, input, errors }) => {
    const { db, viewer } = context
    const domain = parseHost(input.domain)
    const isRemoved = domain && (await db.transaction().execute((trx) => unblock(trx, viewer, domain)))
    if (!isRemoved) throw errors.NOT_FOUND()
    invalidate(context, 'moderation-log')
    return { domain }
  }),
}

/** Log entry's target. Only `details` for moderators has the domain, so that the log doesn't advertise it. */
const ABOUT = { member_id: null, kind: 'domain', target_id: null } as const

async function block(
  trx: Transaction<DB>,
  viewer: Viewer,
  { domain, reason }: { domain: string; reason: string },
): Promise<boolean> {
  if (!(await insertDomain(trx, { domain, reason, added_by: viewer.id }))) return false
  const entry = { ...ABOUT, action: 'block_domain', by: viewer, reason, details: { domain } } as const
  await setAction(trx, domain, await recordAction(trx, entry))
  return true
}

async function unblock(trx: Transaction<DB>, viewer: Viewer, domain: string): Promise<boolean> {
  const removed = await deleteDomain(trx, domain)
  if (!removed) return false
  const entry = { ...ABOUT, action: 'unblock_domain', by: viewer, details: { domain } } as const
  await recordAction(trx, { ...entry, reverts: removed.action_id })
  return true
}
