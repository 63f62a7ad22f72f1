import { isIP } from 'node:net'
import { enqueueQuietly } from '../../accounts/mail/jobs.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { isPublic } from '../../platform/http/public-address.server.ts'
import { webhookDeliveriesContract, webhooksContract } from './contract.ts'
import { sendWebhooks } from './jobs.server.ts'
import { HAS_CREDENTIALS, NOT_HTTPS, NOT_PUBLIC } from './policy.ts'
import { newSecret, sealSecret } from './secret.server.ts'
import {
  deleteWebhook,
  findState,
  insertTest,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  repeatDelivery,
  replaceSecret,
  switchWebhook,
} from './sql.server.ts'

const webhooks = guards(webhooksContract).admin
const deliveries = guards(webhookDeliveriesContract).admin

export const webhooksProcedures = {
  list: webhooks.list.handler(async ({ context: { db } }) => ({ items: await listWebhooks(db), next: null })),

  create: webhooks.create.handler(async ({ context: { config, db, viewer }, input, errors }) => {
    const url = URL.parse(input.url)
    const message = refusalOf(url, config.allowsLoopbackRequests)
    if (!url || message) throw errors.BAD_REQUEST({ message, data: { field: 'url' } })
    const secret = newSecret()
    const row = { ...input, url: url.href, sealed_secret: sealSecret(config, secret) }
    const id = await insertWebhook(db, row, viewer.id)
    if (!id) throw errors.CONFLICT()
    return { id, secret }
  }),

  update: webhooks.update.handler(async ({ context: { db, viewer }, input: { id, is_on }, errors }) => {
    if (!(await switchWebhook(db, id, is_on, viewer.id))) throw errors.NOT_FOUND()
    return { id, is_on }
  }),

  replaceSecret: webhooks.replaceSecret.handler(
    async ({ context: { config, db, viewer }, input: { id }, errors }) => {
      const secret = newSecret()
      if (!(await replaceSecret(db, id, sealSecret(config, secret), viewer.id))) throw errors.NOT_FOUND()
      return { id, secret }
    },
  ),

  remove: webhooks.remove.handler(async ({ context: { db, viewer }, input: { id }, errors }) => {
    if (!(await deleteWebhook(db, id, viewer.id))) throw errors.NOT_FOUND()
    return { id }
  }),
}

export const webhookDeliveriesProcedures = {
  list: deliveries.list.handler(async ({ context: { db }, input, errors }) => {
    const page = await listDeliveries(db, input)
    if (!page) throw errors.NOT_FOUND()
    return page
  }),

  create: deliveries.create.handler(async ({ context, input: { id }, errors }) => {
    const isOn = await findState(context.db, id)
    if (isOn === undefined) throw errors.NOT_FOUND()
    if (!isOn) throw errors.CONFLICT()
    const test = await insertTest(context.db, id)
    await enqueueQuietly(context, sendWebhooks, {})
    return { id: test }
  }),

  repeat: deliveries.repeat.handler(async ({ context, input: { id }, errors }) => {
    const isOn = await findState(context.db, id, 'delivery')
    if (isOn === undefined) throw errors.NOT_FOUND()
    if (!isOn) throw errors.CONFLICT()
    await repeatDelivery(context.db, id)
    await enqueueQuietly(context, sendWebhooks, {})
    return { id }
  }),
}

/** Returns why a webhook can't have this URL. A name is checked again when it is resolved for each request. */
function refusalOf(url: URL | null, allowsLoopback: boolean): string | undefined {
  if (url?.protocol !== 'https:' && !(allowsLoopback && url?.protocol === 'http:')) return NOT_HTTPS
  if (url.username || url.password) return HAS_CREDENTIALS
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isPrivate = host === 'localhost' || (isIP(host) > 0 && !isPublic(host))
  return isPrivate && !allowsLoopback ? NOT_PUBLIC : undefined
}
