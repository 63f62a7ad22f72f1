import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { parseDomain } from '../../shared/blocked-domains/hosts.server.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { createItem, deleteItem } from '../manage-forms/items.server.ts'
import { isEmail, toAsciiAddress } from '../policy.ts'
import { blockedMailContract as contract } from './contract.ts'
import { BLOCKED_MAIL_MAX } from './policy.ts'
import { listBlockedMail, mailKey } from './sql.server.ts'

const { admin } = guards(contract)

export const blockedMailProcedures = {
  list: admin.list.handler(async ({ context: { db } }) => ({ items: await listBlockedMail(db), next: null })),

  create: admin.create.handler(async ({ context: { db, viewer }, input, errors }) => {
    const typed = parsePattern(input.pattern)
    if (!typed) throw errors.BAD_REQUEST({ data: { field: 'pattern' } })
    const pattern = await mailKey(db, typed)
    const id = await createItem(db, 'blocked_mail', viewer.id, { id: input.id, pattern })
    const [blocked] = id ? await listBlockedMail(db, id) : []
    if (!blocked) throw errors.CONFLICT()
    return blocked
  }),

  remove: admin.remove.handler(async ({ context: { db, viewer }, input: { id }, errors }) => {
    if (!(await deleteItem(db, 'blocked_mail', viewer.id, id))) throw errors.NOT_FOUND()
    return { id }
  }),
}

/** Returns the typed address or domain. Undefined if it is neither, or a public suffix such as “co.uk”. */
function parsePattern(typed: string): string | undefined {
  if (typed.lastIndexOf('@') < 1) return parseDomain(typed.replace(/^(?:@|\*\.|\.)/, ''))
  return isEmail(typed) ? toAsciiAddress(typed) : undefined
}

export const blockedMailConstraints: ConstraintErrors = {
  blocked_mail_pattern_key: ['CONFLICT', 'This is already blocked.', 'pattern'],
  blocked_mail_limit: [
    'CONFLICT',
    `You can block at most ${formatNumber(BLOCKED_MAIL_MAX)} addresses and domains.`,
  ],
}
