import { ECDH } from 'node:crypto'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { isLoopback } from '../../platform/http/address.server.ts'
import { pushContract as contract } from './contract.ts'
import { pushKeys } from './keys.server.ts'
import { SUBSCRIPTIONS_MAX } from './policy.ts'
import { deleteSubscription, listSubscriptions, saveSubscription } from './sql.server.ts'

const { member } = guards(contract)

export const pushProcedures = {
  list: member.list.handler(async ({ context: { db, viewer, session } }) => ({
    public_key: (await pushKeys(db)).public_key,
    items: await listSubscriptions(db, viewer.id, session?.id),
  })),

  save: member.save.handler(async ({ context, input, errors }) => {
    const { db, config, viewer, session } = context
    if (!isPushAddress(input.endpoint, config.allowsLoopbackRequests))
      throw errors.BAD_REQUEST({ data: { field: 'endpoint' } })
    if (!isOnCurve(input.p256dh)) throw errors.BAD_REQUEST({ data: { field: 'p256dh' } })
    if (!session) throw new Error('A member without a session called an operation that no token may call')
    const id = await saveSubscription(db, { member_id: viewer.id, session_id: session.id }, input)
    return { id }
  }),

  remove: member.remove.handler(async ({ context: { db, viewer }, input, errors }) => {
    if (!(await deleteSubscription(db, viewer.id, input.id))) throw errors.NOT_FOUND()
    return { id: input.id }
  }),
}

export const pushConstraints: ConstraintErrors = {
  push_subscriptions_limit: [
    'CONFLICT',
    `You can turn on push in at most ${SUBSCRIPTIONS_MAX} browsers. Remove one first.`,
  ],
  push_subscriptions_endpoint_key: ['CONFLICT', 'Another tab turned on push just now.'],
}

/** The address of the host is checked when a message is sent (platform/http/public-address.server.ts). */
function isPushAddress(endpoint: string, allowsLoopback: boolean): boolean {
  const { protocol, username, password, hostname } = new URL(endpoint)
  if (username || password) return false
  return protocol === 'https:' || (allowsLoopback && isLoopback(hostname))
}

function isOnCurve(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}
