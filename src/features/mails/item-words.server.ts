import type { Services } from '../../api/core/context.server.ts'
import type { EmailItem } from '../../platform/email.ts'
import { renderMarkup } from '../markup/markup.server.ts'
import { hrefOf } from '../notifications/appearance.ts'
import { shortened } from '../notifications/quoted.server.ts'
import { type Facts, titleOf } from '../notifications/words.server.ts'
import type { MailItem } from './items-sql.server.ts'
import { WORDS_SHOWN } from './policy.ts'

/** Things as a mail tells them: who did what, and what they wrote, shown as it is on the page, with whole addresses. */
export async function itemsOf(
  services: Pick<Services, 'db' | 'config'>,
  items: readonly MailItem[],
): Promise<EmailItem[]> {
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

/** Of what moderators decided nothing is mailed. */
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
