import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'
import { withoutProof } from './security.ts'

const wanted = { url: 'https://receiver.example/hook', events: ['post.created'] }

/** Test cases for webhooks. Only admins may use them. */
export const webhooks: Cases = {
  'webhooks.list': async (world) => ({ input: undefined, shows: await buildWebhook(world) }),
  'webhooks.create': async (world) => ({ input: wanted, undo: () => dropAll(world) }),
  'webhooks.create: in a private network': async () => ({ input: { ...wanted, url: 'https://10.0.0.1/' } }),
  'webhooks.create: without a fresh proof': async (world) => ({
    input: wanted,
    undo: await withoutProof(world),
  }),
  'webhooks.update': async (world) => ({ input: { id: await buildWebhook(world), is_on: false } }),
  'webhooks.update: one that is gone': async () => ({ input: { id: newId(), is_on: false } }),
  'webhooks.replaceSecret': async (world) => ({ input: { id: await buildWebhook(world) } }),
  'webhooks.replaceSecret: one that is gone': async () => ({ input: { id: newId() } }),
  'webhooks.replaceSecret: without a fresh proof': async (world) => ({
    input: { id: await buildWebhook(world) },
    undo: await withoutProof(world),
  }),
  'webhooks.remove': async (world) => ({ input: { id: await buildWebhook(world) } }),
  'webhooks.remove: one that is gone': async () => ({ input: { id: newId() } }),
  'webhookDeliveries.list': async (world) => {
    const id = await buildWebhook(world)
    return { input: { id }, shows: await buildDelivery(world, id) }
  },
  'webhookDeliveries.list: of one that is gone': async () => {
    const id = newId()
    return { input: { id }, shows: id }
  },
  'webhookDeliveries.create': async (world) => ({ input: { id: await buildWebhook(world) } }),
  'webhookDeliveries.create: of one that is off': async (world) => ({
    input: { id: await buildWebhook(world, new Date().toISOString()) },
  }),
  'webhookDeliveries.repeat': async (world) => ({
    input: { id: await buildDelivery(world, await buildWebhook(world)) },
  }),
  'webhookDeliveries.repeat: one that is gone': async () => ({ input: { id: newId() } }),
}

async function buildWebhook({ db }: World, disabled_at: string | null = null): Promise<string> {
  const id = newId()
  await db
    .insertInto('webhooks')
    .values({ id, ...wanted, sealed_secret: 'sealed', disabled_at })
    .execute()
  return id
}

async function buildDelivery({ db }: World, webhook_id: string): Promise<string> {
  const id = newId()
  await db
    .insertInto('webhook_deliveries')
    .values({ id, webhook_id, event: 'post.created', target_id: newId(), due_at: null })
    .execute()
  return id
}

function dropAll({ db }: World) {
  return db.deleteFrom('webhooks').execute()
}
