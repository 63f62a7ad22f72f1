import type { Services } from '../../core/context.server.ts'
import { type Jobs, job } from '../../platform/jobs/jobs.server.ts'
import {
  type DueDelivery,
  listDueWebhooks,
  recordFailure,
  recordSuccess,
  skipDelivery,
  storeResult,
  sweepDeliveries,
  takeDelivery,
} from './delivery-sql.server.ts'
import { composePayload } from './payload.server.ts'
import { RETRY_MINUTES } from './policy.ts'
import { type PostResult, postJson } from './post-request.server.ts'
import { signedHeaders, unsealSecret } from './secret.server.ts'

export const sendWebhooks = job<object>('deliver-webhooks')
const sweep = job<object>('sweep-webhooks')

/** Channel of the message that record_webhook_events() sends (db/schema/webhooks.sql). */
const WEBHOOKS_CHANNEL = 'webhooks'
/** Pause after an event, so that a burst of events adds one job. */
const GATHER_MS = 500
/** Milliseconds after which a run ends and adds the next one, which also sends the events that came meanwhile. */
const RUN_MS = 10_000

type Needs = Pick<Services, 'bus' | 'config' | 'db' | 'log'>

/** Sends events right after their commit, and retries every minute. */
export function handleWebhookJobs(services: Needs, jobs: Pick<Jobs, 'every' | 'add'>): void {
  const { bus, config, db, log } = services
  jobs.every('* * * * *', sendWebhooks, async () => {
    if (await sendDueDeliveries(services)) await jobs.add(sendWebhooks, {})
  })
  jobs.every('47 4 * * *', sweep, () => sweepDeliveries(db))
  if (config.ROLE === 'web') return
  let gathering: ReturnType<typeof setTimeout> | undefined
  const add = () => {
    gathering = undefined
    // Without the job, the next run of the schedule sends the events.
    jobs.add(sendWebhooks, {}).catch((err: unknown) => log.warn({ err }, 'webhooks will be sent late'))
  }
  bus.subscribe(WEBHOOKS_CHANNEL, () => {
    if (!gathering) gathering = setTimeout(add, GATHER_MS).unref()
  })
}

/** Sends due deliveries, those of each webhook on their own. Returns true if it ended before all were sent. */
export async function sendDueDeliveries(services: Omit<Needs, 'bus'>): Promise<boolean> {
  const ids = await listDueWebhooks(services.db)
  const areUnfinished = await Promise.all(ids.map((id) => sendDueOf(services, id)))
  return areUnfinished.includes(true)
}

/** Sends a webhook's deliveries one by one. Stops at the first failure, because the others would fail too. */
async function sendDueOf(services: Omit<Needs, 'bus'>, webhookId: string): Promise<boolean> {
  const until = Date.now() + RUN_MS
  while (Date.now() < until) {
    const delivery = await takeDelivery(services.db, webhookId)
    if (!delivery || !(await send(services, delivery))) return false
  }
  return true
}

/** Sends a delivery and stores the result. Returns false if it failed. */
async function send({ config, db, log }: Omit<Needs, 'bus'>, delivery: DueDelivery): Promise<boolean> {
  const { id, webhook_id, attempts } = delivery
  const payload = await composePayload(db, config.PUBLIC_URL, delivery)
  if (!payload) {
    await skipDelivery(db, id)
    return true
  }
  const result = await post(config, delivery, JSON.stringify(payload))
  const isDelivered = result.status !== null && result.status >= 200 && result.status < 300
  const retry = isDelivered ? undefined : RETRY_MINUTES[attempts - 1]
  const outcome = isDelivered ? 'delivered' : retry === undefined ? 'failed' : null
  await storeResult(db, id, result, outcome, retry)
  if (isDelivered) await recordSuccess(db, webhook_id)
  else if (await recordFailure(db, webhook_id))
    log.warn({ webhook: webhook_id }, 'a webhook failed for days and was switched off')
  return isDelivered
}

async function post(config: Needs['config'], delivery: DueDelivery, body: string): Promise<PostResult> {
  const { id, url, sealed_secret } = delivery
  try {
    const headers = signedHeaders(unsealSecret(config, sealed_secret), id, body)
    return await postJson(new URL(url), body, headers, { allowsLoopback: config.allowsLoopbackRequests })
  } catch {
    return { status: null, duration_ms: 0, response: null, error: UNREADABLE_SECRET }
  }
}

const UNREADABLE_SECRET = 'AUTH_SECRET has changed. Replace the signing secret.'
