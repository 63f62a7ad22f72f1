import type { Services } from '../../api/core/context.server.ts'
import { type EmailItem, type EmailSection, renderEmail } from '../../platform/email.ts'
import { isolated } from '../../platform/isolated.ts'
import type { Message } from '../../platform/mail.server.ts'
import { displayName } from '../authors/display-name.ts'
import { escapeHtml } from '../markup/html.ts'
import type { PostSummary } from '../posts/contract.ts'
import { itemsOf, listOf, type Sender } from './frame.server.ts'
import type { MailItem, Recipient } from './items-sql.server.ts'
import { type DigestFrequency, ITEMS_SHOWN } from './policy.ts'

interface Contents {
  recipient: Recipient
  items: MailItem[]
  posts: PostSummary[]
  frequency: DigestFrequency
  /** After eight weeks without a visit the digest is monthly. */
  isAway: boolean
  /** ISO 8601. Part of the message id, so that retries have the same id. */
  until: string
}

export async function digestEmail(
  services: Pick<Services, 'db' | 'config'>,
  sender: Sender,
  contents: Contents,
): Promise<Message> {
  const { recipient, items, posts, frequency, isAway, until } = contents
  const { site } = sender
  const unsubscribe = sender.unsubscribe(recipient.id, { about: 'digest' })
  const own = await itemsOf(services, items.slice(0, ITEMS_SHOWN))
  const sections: EmailSection[] = []
  if (own.length > 0) sections.push({ heading: ownHeading(items.length), items: own })
  if (posts.length > 0)
    sections.push({ heading: 'New in the forum', items: posts.map((post) => postItem(site.url, post)) })
  const email = renderEmail({
    to: recipient.email,
    subject: `${isAway ? 'This month' : frequency === 'weekly' ? 'This week' : 'Today'} at ${isolated(site.name)}`,
    intro: isAway
      ? ['You have not been here for eight weeks, so this comes once a month until you are back.']
      : [],
    sections,
    action: { label: `Open ${isolated(site.name)}`, link: `${site.url}/` },
    signature: site.name,
    footer: {
      text: `You get this, ${recipient.username}, because you asked for a ${frequency} digest.`,
      links: [
        { label: 'No more digests', link: unsubscribe },
        { label: 'Choose how often it comes', link: `${site.url}/settings#notification-choices` },
      ],
    },
  })
  const messageId = `digest-${recipient.id}-${Date.parse(until)}`
  return { ...email, list: listOf(sender, 'digest', { unsubscribe, messageId }) }
}

function ownHeading(count: number): string {
  return count > ITEMS_SHOWN ? `For you, ${ITEMS_SHOWN} of ${count}` : 'For you'
}

function postItem(url: string, { id, title, author, comment_count, preview }: PostSummary): EmailItem {
  const comments = comment_count === 1 ? '1 comment' : `${comment_count} comments`
  return {
    label: title,
    link: `${url}/post/${id}`,
    detail: [author && isolated(displayName(author)), comments].filter(Boolean).join(', '),
    ...(preview && { words: { text: preview, html: `<p dir="auto">${escapeHtml(preview)}</p>` } }),
  }
}
