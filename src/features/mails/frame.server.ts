import type { Services } from '../../api/core/context.server.ts'
import type { MailList } from '../../platform/mail.server.ts'
import type { Site } from '../../platform/site.ts'
import { authSecret } from '../accounts/verification/secrets.server.ts'
import { type Subscription, subscriptionToken } from './subscription.server.ts'

/** What every mail that can be ended needs to know of the forum. */
export interface Sender {
  site: Site
  /** The address that ends a subscription. */
  unsubscribe(member_id: string, subscription: Subscription): string
  /** Of ids of mails and lists. */
  host: string
}

export function senderOf({ config, siteSettings }: Pick<Services, 'config' | 'siteSettings'>): Sender {
  const { site } = siteSettings
  const secret = authSecret(config)
  return {
    site,
    host: new URL(site.url).hostname,
    unsubscribe: (member_id, subscription) =>
      `${site.url}/unsubscribe/${subscriptionToken(secret, { member_id, subscription })}`,
  }
}

/** The headers of a list; `name` is one label of its id. */
export function listOf(
  { site, host }: Sender,
  name: string,
  { unsubscribe, ...ids }: { unsubscribe: string; messageId: string; thread?: string },
): MailList {
  const messageId = `${ids.messageId}@${host}`
  const thread = ids.thread && { thread: `${ids.thread}@${host}` }
  return { unsubscribe, name: site.name, id: `${name}.${host}`, messageId, ...thread }
}
