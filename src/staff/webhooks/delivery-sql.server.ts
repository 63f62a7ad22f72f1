import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { DELIVERY_DAYS, FAILING_DAYS, type Outcome } from './policy.ts'
import type { PostResult } from './post-request.server.ts'
import { cancelDeliveries } from './sql.server.ts'

export interface DueDelivery {
  id: string
  webhook_id: string
  event: string
  target_id: string
  created_at: string
  /** Number of this attempt, from 1. */
  attempts: number
  url: string
  sealed_secret: string
}

export async function listDueWebhooks(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from webhooks where disabled_at is null
      and exists (select from webhook_deliveries where webhook_id = webhooks.id and due_at <= now())`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Takes the webhook's oldest due delivery. If the process ends before the result is stored, it is due in a minute. */
export async function takeDelivery(db: Kysely<DB>, webhookId: string): Promise<DueDelivery | undefined> {
  const { rows } = await sql<DueDelivery>`
    update webhook_deliveries d set due_at = now() + interval '1 minute', attempts = d.attempts + 1
    from webhooks w
    where w.id = d.webhook_id and w.disabled_at is null and d.id = (
      select id from webhook_deliveries where webhook_id = ${webhookId} and due_at <= now()
      order by due_at, id limit 1 for update skip locked)
    returning d.id, d.webhook_id, d.event, d.target_id, d.created_at, d.attempts, w.url, w.sealed_secret`.execute(
    db,
  )
  return rows[0]
}

/** Stores the result of an attempt. `retry`: minutes until the next attempt, or undefined for none. */
export async function storeResult(
  db: Kysely<DB>,
  id: string,
  { status, duration_ms, response, error }: PostResult,
  outcome: Outcome | null,
  retry?: number,
): Promise<void> {
  const due = retry === undefined ? sql`null` : sql`now() + make_interval(mins => ${retry})`
  await sql`
    update webhook_deliveries set due_at = ${due}, outcome = ${outcome}, attempted_at = now(), status = ${status},
      duration_ms = ${duration_ms}, response = ${response}, error = ${error}
    where id = ${id}`.execute(db)
}

/** Ends a delivery without a request, because its target is no longer public. */
export async function skipDelivery(db: Kysely<DB>, id: string): Promise<void> {
  await sql`update webhook_deliveries set due_at = null, outcome = 'skipped' where id = ${id}`.execute(db)
}

export async function recordSuccess(db: Kysely<DB>, webhookId: string): Promise<void> {
  await sql`update webhooks set failing_since = null where id = ${webhookId} and failing_since is not null`.execute(
    db,
  )
}

/** Records a failure. Switches the webhook off after FAILING_DAYS without a success. Returns whether it did. */
export async function recordFailure(db: Kysely<DB>, webhookId: string): Promise<boolean> {
  const { rows } = await sql<{ is_off: boolean }>`
    update webhooks set failing_since = coalesce(failing_since, now()),
      disabled_at = case when failing_since < now() - make_interval(days => ${FAILING_DAYS}) then now() end
    where id = ${webhookId} and disabled_at is null
    returning disabled_at is not null as is_off`.execute(db)
  const isOff = rows[0]?.is_off ?? false
  if (isOff) await cancelDeliveries(db, webhookId)
  return isOff
}

export async function sweepDeliveries(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from webhook_deliveries where created_at < now() - make_interval(days => ${DELIVERY_DAYS})`.execute(
    db,
  )
}
