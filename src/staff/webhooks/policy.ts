import type { RateLimit } from '../../core/rate-limited.ts'

/** Events that a webhook can subscribe to (db/schema/webhooks.sql). */
export const WEBHOOK_EVENTS = [
  'post.created',
  'post.updated',
  'post.deleted',
  'comment.created',
  'comment.updated',
  'comment.deleted',
  'member.joined',
  'report.created',
  'moderation.action',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** Event of a delivery that an admin sends to test a webhook. */
export const TEST_EVENT = 'webhook.test'

export const OUTCOMES = ['delivered', 'failed', 'skipped', 'canceled'] as const
export type Outcome = (typeof OUTCOMES)[number]

export const WEBHOOKS_MAX = 20
export const URL_MAX = 500
export const DESCRIPTION_MAX = 100
export const DELIVERIES_PAGE = 20

/** Minutes after each failed attempt until the next. Eight attempts within a day. */
export const RETRY_MINUTES = [1, 5, 15, 60, 180, 360, 720] as const
export const ATTEMPTS_MAX = RETRY_MINUTES.length + 1

/** Days of failures without a success after which the forum switches a webhook off. */
export const FAILING_DAYS = 3
/** Days after which deliveries are deleted. */
export const DELIVERY_DAYS = 30

export const SEND_TIMEOUT_MS = 10_000
/** Maximum characters that are stored of a response. */
export const RESPONSE_MAX = 500
/** Characters of a text that a payload contains. */
export const EXCERPT_LENGTH = 300

export const NOT_HTTPS = 'Enter an address that begins with “https://”.'
export const HAS_CREDENTIALS = 'The address can’t contain a username or password.'
export const NOT_PUBLIC = 'The address must be public. Private networks aren’t allowed.'
export const NO_EVENTS = 'Choose at least one event.'
export const TOO_MANY_WEBHOOKS = `A forum can have at most ${WEBHOOKS_MAX} webhooks.`
export const SWITCHED_OFF = 'Switch the webhook on first.'

/** Enough to set up all webhooks and try them. A stolen session can't send many requests to strangers. */
export const WEBHOOK_RATE_LIMIT: RateLimit = {
  name: 'webhooks',
  account: { times: 60, seconds: 600 },
  address: { times: 120, seconds: 600 },
}
