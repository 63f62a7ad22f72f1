import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { isolateText } from '../../platform/bidi-isolation.ts'
import { renderEmail } from '../../platform/mail/email.ts'
import type { EmailMessage } from '../../platform/mail/mail.server.ts'
import type { Author } from '../../shared/authors/contract.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { authorColumns, type PresentAuthorRow, toAuthor } from '../../shared/authors/sql.server.ts'
import { MESSAGES } from '../../shared/branding/destinations.ts'
import type { Recipient } from './items-sql.server.ts'
import { createMailList, type MailSender } from './mail-sender.server.ts'
import { CHOICE_KIND_TEXT } from './policy.ts'

export interface UnreadConversation {
  /** Id of the item that the mail or push is about. */
  id: string
  author: Author
  unread_count: number
}

/** Returns the conversation of these items if it is unread, wanted and not with a muted or blocked member. */
export async function findUnreadConversation(
  db: Kysely<DB>,
  table: 'mail_items' | 'push_items',
  { member_id, ids }: { member_id: string; ids: string[] },
): Promise<UnreadConversation | undefined> {
  const isWanted =
    table === 'mail_items'
      ? sql`coalesce(chosen.email, default_mail_choice('message')) = 'soon'`
      : sql`coalesce(chosen.push, default_push_choice('message'))`
  const { rows } = await sql<PresentAuthorRow & Omit<UnreadConversation, 'author'>>`
    select i.id, c.unread_count, ${authorColumns}
    from ${sql.table(table)} i
    join messages m on m.id = i.thing_id and not m.is_read
    join conversations c on c.user_id = i.member_id and c.with_id = i.actor_id
    join profiles a on a.id = c.with_id
    left join notification_choices chosen on chosen.member_id = i.member_id and chosen.kind = 'message'
    where i.member_id = ${member_id} and i.id = any(${ids}::uuid[]) and i.kind = 'message' and ${isWanted}
      and not ignores(i.member_id, i.actor_id)`.execute(db)
  const [row] = rows
  return row && { id: row.id, unread_count: row.unread_count, author: toAuthor(row) }
}

export function conversationPath(username: string): string {
  return `${MESSAGES}?with=${encodeURIComponent(username)}`
}

export function newMessagesTitle({ author, unread_count }: UnreadConversation): string {
  const name = isolateText(displayName(author))
  return unread_count === 1 ? `New message from ${name}` : `${unread_count} new messages from ${name}`
}

/** The mail about a conversation. It omits the texts, because other people may read the mailbox (decision 54). */
export function messagesEmail(
  sender: MailSender,
  { id, email: to, username }: Recipient,
  conversation: UnreadConversation,
): EmailMessage {
  const { site } = sender
  const { author } = conversation
  const link = site.url + conversationPath(author.username)
  const unsubscribe = sender.unsubscribe(id, { about: 'kinds', kinds: ['message'] })
  const email = renderEmail({
    to,
    // The same for all mails about a conversation, because mail programs group mails by subject.
    subject: `[${isolateText(site.name)}] Messages from ${isolateText(displayName(author))}`,
    intro: [`${newMessagesTitle(conversation)}.`],
    action: { label: 'Read and reply', link },
    signature: site.name,
    footer: {
      text: `Hi ${username}, you’re receiving this because your settings are to email you when ${CHOICE_KIND_TEXT.message}.`,
      links: [
        { label: 'Unsubscribe from these emails', link: unsubscribe },
        { label: 'Email settings', link: `${site.url}/settings/notifications` },
      ],
    },
  })
  const ids = { messageId: conversation.id, thread: `messages-${author.id}` }
  return { ...email, list: createMailList(sender, 'notifications', { unsubscribe, ...ids }) }
}
