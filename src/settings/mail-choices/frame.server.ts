import { authSecret } from '../../accounts/verification/secrets.server.ts'
import type { Services } from '../../core/context.server.ts'
import { hrefOf } from '../../people/notifications/appearance.ts'
import { shortened } from '../../people/notifications/quoted.server.ts'
import { type Facts, titleOf } from '../../people/notifications/words.server.ts'
import type { MailList } from '../../platform/mail/mail.server.ts'
import type { Site } from '../../platform/site.ts'
import { renderMarkup } from '../../shared/markup/markup.server.ts'
import type { MailItem } from './items-sql.server.ts'
import { WORDS_SHOWN } from './policy.ts'
import { type Subscription, subscriptionToken } from './subscription.server.ts'

export interface Sender {
  site: Site
  unsubscribe(member_id: string, subscription: Subscription): string
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

/** Returns the headers of a mailing list. `name` is a label of the list id. */
export function listOf(
  { site, host }: Sender,
  name: string,
  { unsubscribe, ...ids }: { unsubscribe: string; messageId: string; thread?: string },
): MailList {
  const messageId = `${ids.messageId}@${host}`
  const thread = ids.thread && { thread: `${ids.thread}@${host}` }
  return { unsubscribe, name: site.name, id: `${name}.${host}`, messageId, ...thread }
}

export async function itemsOf(services: Pick<Services, 'db' | 'config'>, items: readonly MailItem[]) {
  const texts = items.map(({ text }) => shortened(text ?? '', WORDS_SHOWN))
  const shown = await renderMarkup(
    services,
    texts.map((content) => ({ content })),
    { isElsewhere: true },
  )
  return items.map((item, index) => {
    const text = texts[index] as string
    return {
      label: titleOf({ ...NO_MODERATION, ...item }),
      link: linkOf(services.config.PUBLIC_URL, item),
      ...(text && { words: { text: text.trim(), html: shown[index] as string } }),
    }
  })
}

/** Default values of fields that mails never use, because moderation notices are not mailed. */
const NO_MODERATION = {
  rule: null,
  is_hidden: null,
  report_kind: null,
  report_outcome: null,
  sanction_kind: null,
  sanction_ends_at: null,
  is_lifted: false,
  per_day: null,
  appealed: null,
  appeal_outcome: null,
} satisfies Partial<Facts>

function linkOf(url: string, item: MailItem): string {
  return url + (hrefOf({ ...item, related_user: item.author, action_id: null }) ?? '/notifications')
}
