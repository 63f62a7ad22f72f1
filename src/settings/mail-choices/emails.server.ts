import type { PostSummary } from '../../content/posts/contract.ts'
import type { Services } from '../../core/context.server.ts'
import { CHOICE_KINDS, type ChoiceKind } from '../../people/notifications/policy.ts'
import { truncateText } from '../../people/notifications/quote-title.server.ts'
import { isolateText } from '../../platform/bidi-isolation.ts'
import { type EmailItem, type EmailSection, renderEmail } from '../../platform/mail/email.ts'
import type { EmailMessage } from '../../platform/mail/mail.server.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { postHref } from '../../shared/branding/item-address.ts'
import { escapeHtml } from '../../shared/markup/html.ts'
import type { MailItem, Recipient } from './items-sql.server.ts'
import { createMailList, type MailSender, toEmailItems } from './mail-sender.server.ts'
import { CHOICE_KIND_TEXT, type DigestFrequency, ITEMS_SHOWN } from './policy.ts'

interface Contents {
  recipient: Recipient
  items: MailItem[]
  posts: PostSummary[]
  frequency: DigestFrequency
  /** Whether the member has not visited for eight weeks and therefore gets a monthly digest. */
  isAway: boolean
  /** End of the digest's period (ISO 8601). It is in the message id, so that a retry has the same id. */
  until: string
}

export async function digestEmail(
  services: Pick<Services, 'db' | 'config'>,
  sender: MailSender,
  contents: Contents,
): Promise<EmailMessage> {
  const { recipient, items, posts, frequency, isAway, until } = contents
  const { site } = sender
  const unsubscribe = sender.unsubscribe(recipient.id, { about: 'digest' })
  const own = await toEmailItems(services, items.slice(0, ITEMS_SHOWN))
  const sections: EmailSection[] = []
  if (own.length > 0) sections.push({ heading: ownHeading(items.length), items: own })
  if (posts.length > 0)
    sections.push({ heading: 'New on the forum', items: posts.map((post) => postItem(site.url, post)) })
  const email = renderEmail({
    to: recipient.email,
    subject: `${isAway ? 'This month' : frequency === 'weekly' ? 'This week' : 'Today'} at ${isolateText(site.name)}`,
    intro: isAway
      ? ['You haven’t visited for eight weeks, so we’re sending this once a month until you’re back.']
      : [],
    sections,
    action: { label: `Open ${isolateText(site.name)}`, link: `${site.url}/` },
    signature: site.name,
    footer: {
      text: `Hi ${recipient.username}, you’re receiving this because you turned on the ${frequency} digest.`,
      links: [
        { label: 'Unsubscribe from digests', link: unsubscribe },
        { label: 'Change how often you get it', link: `${site.url}/settings/notifications` },
      ],
    },
  })
  const messageId = `digest-${recipient.id}-${Date.parse(until)}`
  return { ...email, list: createMailList(sender, 'digest', { unsubscribe, messageId }) }
}

function ownHeading(count: number): string {
  return count > ITEMS_SHOWN ? `For you, ${ITEMS_SHOWN} of ${count}` : 'For you'
}

function postItem(url: string, { id, title, author, comment_count, preview }: PostSummary): EmailItem {
  const comments = comment_count === 1 ? '1 comment' : `${comment_count} comments`
  return {
    label: title,
    link: url + postHref({ id, title }),
    detail: [author && isolateText(displayName(author)), comments].filter(Boolean).join(', '),
    ...(preview && { words: { text: preview, html: `<p dir="auto">${escapeHtml(preview)}</p>` } }),
  }
}

/** Maximum characters of a title in a mail's subject. */
const SUBJECT_MAX = 120

interface NewsContents {
  recipient: Recipient
  thread_id: string
  items: [MailItem, ...MailItem[]]
}

export async function newsEmail(
  services: Pick<Services, 'db' | 'config'>,
  sender: MailSender,
  { recipient, thread_id, items }: NewsContents,
): Promise<EmailMessage> {
  const { site } = sender
  const [{ id, post_title }] = items
  const shown = await toEmailItems(services, items.slice(0, ITEMS_SHOWN), { isUntitled: true })
  const more = items.length - shown.length
  const { unsubscribe, footer } = waysOut(sender, recipient, items)
  const email = renderEmail({
    to: recipient.email,
    subject: `[${isolateText(site.name)}] ${subjectOf(items, shown[0]?.label)}`,
    intro: [],
    sections: [{ ...(post_title !== null && { heading: post_title }), items: shown }],
    ...(more > 0 && { outro: [`And ${more} more.`] }),
    signature: site.name,
    footer,
  })
  const ids = { messageId: id, thread: `thread-${thread_id}` }
  return {
    ...email,
    link: shown[0]?.link,
    list: createMailList(sender, 'notifications', { unsubscribe, ...ids }),
  }
}

function waysOut(
  { site, unsubscribe: end }: MailSender,
  { id, username }: Recipient,
  items: NewsContents['items'],
) {
  const kinds = CHOICE_KINDS.filter((kind) => items.some(({ type }) => type === kind))
  const unsubscribe = end(id, { about: 'kinds', kinds })
  const [{ post_id }] = items
  const links = [{ label: 'Unsubscribe from these emails', link: unsubscribe }]
  if (post_id) links.push({ label: 'Mute this discussion', link: end(id, { about: 'post', post_id }) })
  links.push({ label: 'Email settings', link: `${site.url}/settings/notifications` })
  const text = `Hi ${username}, you’re receiving this because your settings are to email you when ${because(kinds)}.`
  return { unsubscribe, footer: { text, links } }
}

/** Returns the subject, the same for all mails of a thread, because mail programs group mails by subject. */
function subjectOf([{ post_title, type, note_id }]: NewsContents['items'], label = ''): string {
  if (post_title !== null) return isolateText(truncateText(post_title, SUBJECT_MAX))
  if (note_id) return type === 'mention' ? 'A note that mentions you' : 'Your note'
  return type === 'follow' ? label : 'A discussion'
}

function because(kinds: readonly ChoiceKind[]): string {
  return kinds.map((kind) => CHOICE_KIND_TEXT[kind]).join(', or when ')
}
