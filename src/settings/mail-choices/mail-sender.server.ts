import { authSecret } from '../../accounts/verification/secrets.server.ts'
import type { Services } from '../../core/context.server.ts'
import { notificationHref } from '../../people/notifications/appearance.ts'
import { type NotificationFacts, notificationTitle } from '../../people/notifications/copy.server.ts'
import { truncateText } from '../../people/notifications/quote-title.server.ts'
import type { MailList } from '../../platform/mail/mail.server.ts'
import type { Site } from '../../platform/site.ts'
import { renderMarkup } from '../../shared/markup/markup.server.ts'
import { withoutPictures } from '../../shared/pictures/syntax.ts'
import type { MailItem } from './items-sql.server.ts'
import { MAIL_TEXT_MAX } from './policy.ts'
import { type Subscription, subscriptionToken } from './subscription.server.ts'

export interface MailSender {
  site: Site
  unsubscribe(member_id: string, subscription: Subscription): string
  host: string
}

export function createMailSender({
  config,
  siteSettings,
}: Pick<Services, 'config' | 'siteSettings'>): MailSender {
  const { site } = siteSettings
  const secret = authSecret(config)
  return {
    site,
    host: new URL(site.url).hostname,
    unsubscribe: (member_id, subscription) =>
      `${site.url}/unsubscribe/${subscriptionToken(secret, { member_id, subscription })}`,
  }
}

/** Returns the headers for unsubscribing and sorting a mail. `name` is part of the List-Id. */
export function createMailList(
  { site, host }: MailSender,
  name: string,
  { unsubscribe, ...ids }: { unsubscribe: string; messageId: string; thread?: string },
): MailList {
  const messageId = `${ids.messageId}@${host}`
  const thread = ids.thread && { thread: `${ids.thread}@${host}` }
  return { unsubscribe, name: site.name, id: `${name}.${host}`, messageId, ...thread }
}

/** `isUntitled`: omits titles of posts from the labels, because a heading above shows the title. */
export async function toEmailItems(
  services: Pick<Services, 'db' | 'config'>,
  items: readonly MailItem[],
  { isUntitled = false } = {},
) {
  const texts = items.map(({ text }) => truncateText(withoutPictures(text ?? ''), MAIL_TEXT_MAX))
  const shown = await renderMarkup(
    services,
    texts.map((content) => ({ content })),
    { isElsewhere: true },
  )
  return items.map((item, index) => {
    const text = texts[index] as string
    return {
      label: notificationTitle({ ...NO_MODERATION, ...item, ...(isUntitled && { post_title: null }) }),
      link: services.config.PUBLIC_URL + itemHref(item),
      ...(text && { words: { text: text.trim(), html: shown[index] as string } }),
    }
  })
}

/** Empty values for the fields of moderation notices, because these notices are never mailed or pushed. */
export const NO_MODERATION = {
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
} satisfies Partial<NotificationFacts>

export function itemHref(item: MailItem): string {
  return notificationHref({ ...item, related_user: item.author, action_id: null }) ?? '/notifications'
}
