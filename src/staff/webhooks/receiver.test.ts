import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forkWebhookReceiver, isSignedWith } from '../../../tests/forked-webhook-receiver.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { sendDueDeliveries } from './jobs.server.ts'

// The receiver is a process of its own, as that of an operator is.

let world: World
let receiver: Awaited<ReturnType<typeof forkWebhookReceiver>>
beforeAll(async () => {
  world = await makeWorld()
  world.services.jobs.add = async () => {}
  world.services.config.allowsLoopbackRequests = true
  receiver = await forkWebhookReceiver()
})
afterAll(async () => {
  await receiver.stop()
  await world.close()
})
beforeEach(async () => {
  receiver.received.length = 0
  await sql`truncate webhooks cascade`.execute(world.db)
})

const admin = () => ({ context: world.asContext(world.people.admin) })
const createAt = (path: string) =>
  call(
    router.webhooks.create,
    { url: receiver.origin + path, events: ['post.created'], description: 'Chat' },
    admin(),
  )
const deliveryOf = async (id: string) => {
  const { items } = await call(router.webhookDeliveries.list, { id }, admin())
  return items[0]
}
const send = () => sendDueDeliveries(world.services)
const isReceived = (times: number) => expect.poll(() => receiver.received.length).toBe(times)

test('a receiver that answers gets a signed delivery, and again when an admin repeats it', async () => {
  const { id, secret } = await createAt('/ok')
  await world.buildPost({ title: 'On bees' })
  await send()
  await isReceived(1)
  const delivery = await deliveryOf(id)
  expect(delivery).toMatchObject({ outcome: 'delivered', status: 200, response: 'thanks' })
  await call(router.webhookDeliveries.repeat, { id: delivery?.id ?? '' }, admin())
  await send()
  await isReceived(2)
  for (const one of receiver.received) {
    expect(await isSignedWith(secret, one)).toBe(true)
    expect(one.headers['webhook-id']).toBe(delivery?.id)
    expect(JSON.parse(one.body)).toMatchObject({ type: 'post.created', data: { title: 'On bees' } })
  }
})

test('a receiver that fails gets the same delivery again, newly signed', async () => {
  const { id, secret } = await createAt('/error')
  await world.buildPost()
  for (const attempts of [1, 2]) {
    await sql`update webhook_deliveries set due_at = now() where due_at is not null`.execute(world.db)
    await send()
    await isReceived(attempts)
    expect(await deliveryOf(id)).toMatchObject({ outcome: null, attempts, status: 500, response: 'it broke' })
  }
  for (const one of receiver.received) expect(await isSignedWith(secret, one)).toBe(true)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('a receiver that never answers is given up after ten seconds, and is retried', async () => {
  const { id } = await createAt('/never')
  await world.buildPost()
  await send()
  await isReceived(1)
  const delivery = await deliveryOf(id)
  expect(delivery).toMatchObject({ outcome: null, status: null, error: 'No response within 10 seconds' })
  expect(delivery?.next_attempt_at).not.toBeNull()
}, 20_000)
