import { type Kysely, sql, type Transaction } from 'kysely'
import type { ContentChanges, DB } from '../../db/types.ts'
import { newId } from '../../platform/ids.ts'
import { toPage } from '../../platform/keyset.server.ts'
import type { Webhook, WebhookDelivery } from './contract.ts'
import { TEST_EVENT, WEBHOOKS_MAX } from './policy.ts'

export async function listWebhooks(db: Kysely<DB>): Promise<Webhook[]> {
  const { rows } = await sql<Webhook>`
    select id, url, description, events, created_at, disabled_at is null as is_on, failing_since
    from webhooks order by id desc`.execute(db)
  return rows
}

interface NewWebhook {
  url: string
  description: string
  events: string[]
  sealed_secret: string
}

/** Creates a webhook and logs it. Returns undefined if there are WEBHOOKS_MAX. */
export function insertWebhook(db: Kysely<DB>, webhook: NewWebhook, by: string): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('webhooks'))`.execute(trx)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from webhooks`.execute(trx)
    if ((rows[0]?.count ?? 0) >= WEBHOOKS_MAX) return undefined
    const id = newId()
    await trx
      .insertInto('webhooks')
      .values({ id, ...webhook })
      .execute()
    await logChange(trx, { item_id: id, name: hostOf(webhook.url), act: 'created', changed_by: by })
    return id
  })
}

/** Switches a webhook on or off. Off also cancels its waiting deliveries. Returns false if there is none. */
export function switchWebhook(db: Kysely<DB>, id: string, isOn: boolean, by: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ url: string }>`
      update webhooks set disabled_at = case when ${isOn} then null else coalesce(disabled_at, now()) end,
        failing_since = null
      where id = ${id} returning url`.execute(trx)
    if (!rows[0]) return false
    if (!isOn) await cancelDeliveries(trx, id)
    await logChange(trx, {
      item_id: id,
      name: hostOf(rows[0].url),
      act: 'updated',
      fields: ['is_on'],
      changed_by: by,
    })
    return true
  })
}

export async function cancelDeliveries(db: Kysely<DB>, webhookId: string): Promise<void> {
  await sql`
    update webhook_deliveries set due_at = null, outcome = 'canceled'
    where webhook_id = ${webhookId} and due_at is not null`.execute(db)
}

export function replaceSecret(
  db: Kysely<DB>,
  id: string,
  sealed_secret: string,
  by: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const found = await trx
      .updateTable('webhooks')
      .set({ sealed_secret })
      .where('id', '=', id)
      .returning('url')
      .executeTakeFirst()
    if (!found) return false
    await logChange(trx, {
      item_id: id,
      name: hostOf(found.url),
      act: 'updated',
      fields: ['secret'],
      changed_by: by,
    })
    return true
  })
}

export function deleteWebhook(db: Kysely<DB>, id: string, by: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const found = await trx.deleteFrom('webhooks').where('id', '=', id).returning('url').executeTakeFirst()
    if (!found) return false
    await logChange(trx, { item_id: id, name: hostOf(found.url), act: 'deleted', changed_by: by })
    return true
  })
}

/** Returns a page of deliveries, newest first, or undefined if there is no such webhook. Ids sort by time. */
export async function listDeliveries(
  db: Kysely<DB>,
  { id, cursor, limit }: { id: string; cursor?: string | undefined; limit: number },
) {
  if ((await findState(db, id)) === undefined) return undefined
  const { rows } = await sql<WebhookDelivery>`
    select id, event, created_at, attempts, outcome, attempted_at, due_at as next_attempt_at, status, duration_ms,
      response, error
    from webhook_deliveries
    where webhook_id = ${id} and ${cursor === undefined ? sql`true` : sql`id < ${cursor}`}
    order by id desc limit ${limit + 1}`.execute(db)
  return toPage(rows, limit, (row) => row.id)
}

/** Adds a delivery of the test event. */
export async function insertTest(db: Kysely<DB>, webhookId: string): Promise<string> {
  const id = newId()
  await db
    .insertInto('webhook_deliveries')
    .values({ id, webhook_id: webhookId, event: TEST_EVENT, target_id: webhookId })
    .execute()
  return id
}

/** Returns whether the webhook, or that of the delivery, is on. Undefined if there is none. */
export async function findState(
  db: Kysely<DB>,
  id: string,
  of: 'webhook' | 'delivery' = 'webhook',
): Promise<boolean | undefined> {
  const webhook =
    of === 'webhook' ? sql`${id}` : sql`(select webhook_id from webhook_deliveries where id = ${id})`
  const { rows } = await sql<{ is_on: boolean }>`
    select disabled_at is null as is_on from webhooks where id = ${webhook}`.execute(db)
  return rows[0]?.is_on
}

/** Makes a delivery due now, with a full count of attempts. */
export async function repeatDelivery(db: Kysely<DB>, id: string): Promise<void> {
  await sql`update webhook_deliveries set due_at = now(), attempts = 0, outcome = null where id = ${id}`.execute(
    db,
  )
}

type Change = Pick<ContentChanges, 'act' | 'name' | 'changed_by'> & { item_id: string; fields?: string[] }

/** Logs a change with the host only, because the path of a webhook's address is often a secret. */
async function logChange(trx: Transaction<DB>, change: Change): Promise<void> {
  await trx
    .insertInto('content_changes')
    .values({ kind: 'webhook', fields: [], ...change })
    .execute()
}

const hostOf = (url: string) => new URL(url).host
