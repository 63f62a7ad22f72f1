import type { Services } from '../../core/context.server.ts'
import { PrivateAddressError } from '../../platform/http/public-address.server.ts'
import { type Jobs, job } from '../../platform/jobs/jobs.server.ts'
import { type DuePush, isNews, sweepPushItems, takeWaitingItems } from './items-sql.server.ts'
import { pushPayload } from './message.server.ts'
import { sendPushMessage } from './send.server.ts'
import { dropSubscription, findSubscription, type PushSubscription } from './sql.server.ts'

const queuePushes = job<object>('queue-pushes')
const sendPush = job<DuePush>('send-push')
const sweep = job<object>('sweep-push-items')

/** Channel on which the database announces new events (add_push_item in db/schema/push.sql). */
const PUSH_CHANNEL = 'push'
const ITEMS_AT_ONCE = 100

type PushServices = Pick<Services, 'background' | 'bus' | 'config' | 'db' | 'log' | 'siteSettings'>

/** Pushes new events at once, and every minute those whose announcement was lost. */
export function handlePushJobs(services: PushServices, jobs: Pick<Jobs, 'handle' | 'every' | 'add'>): void {
  const { background, bus, config, db } = services
  const queue = gathered(() => queueAll(services, jobs))
  if (config.ROLE !== 'web')
    bus.subscribe(PUSH_CHANNEL, () => background.add('queueing push messages', queue()))
  jobs.every('* * * * *', queuePushes, () => queueAll(services, jobs))
  jobs.handle(sendPush, (due) => push(services, due))
  jobs.every('23 4 * * *', sweep, () => sweepPushItems(db))
}

/** Returns a function that runs `work`, and once more if it is called in the meantime. */
function gathered(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isCalledAgain = false
  const run = async () => {
    do {
      isCalledAgain = false
      await work()
    } while (isCalledAgain)
  }
  return () => {
    isCalledAgain = true
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
}

async function queueAll({ db }: PushServices, jobs: Pick<Jobs, 'add'>): Promise<void> {
  let taken = ITEMS_AT_ONCE
  while (taken === ITEMS_AT_ONCE)
    taken = await db.transaction().execute(async (trx) => {
      const due = await takeWaitingItems(trx, ITEMS_AT_ONCE)
      for (const one of due.pushes) await jobs.add(sendPush, one)
      return due.taken
    })
}

async function push(services: PushServices, due: DuePush): Promise<void> {
  const { db } = services
  const subscription = await findSubscription(db, due.subscription_id)
  if (!subscription || !(await isNews(db, due.item_id))) return
  const payload = await pushPayload(services, due)
  if (!payload) return
  const status = await sendPushMessage(services, subscription, payload).catch((error: unknown) => {
    if (error instanceof PrivateAddressError) return PRIVATE
    throw error
  })
  await handleStatus(services, due, subscription, status)
}

/** Stands for the status of a request that was refused, because the host has a private address. */
const PRIVATE = 0

/** Deletes a subscription that never works again. Throws if the push is worth a retry. */
async function handleStatus(
  { db, log }: PushServices,
  { subscription_id }: DuePush,
  { endpoint }: PushSubscription,
  status: number,
): Promise<void> {
  if (status >= 200 && status < 300) return
  const { host } = new URL(endpoint)
  if (status === 429 || status >= 500) throw new Error(`the push service ${host} responded with ${status}`)
  log.warn({ host, status }, 'a push service refused a subscription, which was deleted')
  await dropSubscription(db, subscription_id, endpoint)
}
