import type { Services } from '../../api/core/context.server.ts'
import { renderEmail } from '../../platform/email.ts'
import { isolated } from '../../platform/isolated.ts'
import type { Message } from '../../platform/mail.server.ts'
import { CHOICE_KINDS, type ChoiceKind } from '../notifications/policy.ts'
import { shortened } from '../notifications/quoted.server.ts'
import { itemsOf, listOf, type Sender } from './frame.server.ts'
import type { MailItem, Recipient } from './items-sql.server.ts'
import { ITEMS_SHOWN, kindWords } from './policy.ts'

/** Characters of a title in a subject. */
const SUBJECT_MAX = 120

interface News {
  recipient: Recipient
  thread_id: string
  items: [MailItem, ...MailItem[]]
}

/** One mail per thing, so that mail programs group discussions. */
export async function newsEmail(
  services: Pick<Services, 'db' | 'config'>,
  sender: Sender,
  { recipient, thread_id, items }: News,
): Promise<Message> {
  const { site } = sender
  const [{ id, post_title }] = items
  // The section heading has the title.
  const untitled = items.slice(0, ITEMS_SHOWN).map((item) => ({ ...item, post_title: null }))
  const shown = await itemsOf(services, untitled)
  const more = items.length - shown.length
  const { unsubscribe, footer } = waysOut(sender, recipient, items)
  const email = renderEmail({
    to: recipient.email,
    subject: `[${isolated(site.name)}] ${subjectOf(items, shown[0]?.label)}`,
    intro: [],
    sections: [{ ...(post_title !== null && { heading: post_title }), items: shown }],
    ...(more > 0 && { outro: [`And ${more} more.`] }),
    signature: site.name,
    footer,
  })
  const ids = { messageId: id, thread: `thread-${thread_id}` }
  return { ...email, link: shown[0]?.link, list: listOf(sender, 'notifications', { unsubscribe, ...ids }) }
}

/** Unsubscribe links: these kinds, this discussion, and all settings. */
function waysOut({ site, unsubscribe: end }: Sender, { id, username }: Recipient, items: News['items']) {
  const kinds = CHOICE_KINDS.filter((kind) => items.some(({ type }) => type === kind))
  const unsubscribe = end(id, { about: 'kinds', kinds })
  const [{ post_id }] = items
  const links = [{ label: 'No more such mails', link: unsubscribe }]
  if (post_id)
    links.push({ label: 'Hear nothing more of this discussion', link: end(id, { about: 'post', post_id }) })
  links.push({ label: 'Choose what you are mailed', link: `${site.url}/settings#notification-choices` })
  const text = `You get this, ${username}, because you chose to be mailed when ${because(kinds)}.`
  return { unsubscribe, footer: { text, links } }
}

/** The same for all mails of a thread: mail programs group by it. */
function subjectOf([{ post_title, type, note_id }]: News['items'], label = ''): string {
  if (post_title !== null) return isolated(shortened(post_title, SUBJECT_MAX))
  if (note_id) return type === 'mention' ? 'A note that mentions you' : 'Your note'
  return type === 'follow' ? label : 'A discussion'
}

function because(kinds: readonly ChoiceKind[]): string {
  return kinds.map(kindWords).join(', or when ')
}
