import type { Kysely } from 'kysely'
import { countUnreadMessages } from '../../content/messages/sql.server.ts'
import type { Services } from '../../core/context.server.ts'
import type { DB } from '../../db/types.ts'
import { notificationContent, notificationTitle } from '../../people/notifications/copy.server.ts'
import { countUnreadNotifications } from '../../people/notifications/list-sql.server.ts'
import { truncateText } from '../../people/notifications/quote-title.server.ts'
import { siteIcons } from '../../platform/site-icons.ts'
import { listItems, type MailItem } from '../mail-choices/items-sql.server.ts'
import { itemHref, NO_MODERATION } from '../mail-choices/mail-sender.server.ts'
import {
  conversationPath,
  findUnreadConversation,
  newMessagesTitle,
} from '../mail-choices/messages.server.ts'
import type { DuePush } from './items-sql.server.ts'
import type { PushPayload } from './payload.ts'

/** Maximum characters of a title: systems show fewer, and a push service accepts 4,096 bytes. */
const TITLE_MAX = 200

/** Composes the message as of now. Undefined if the event is read, removed, muted, blocked or no longer wanted. */
export async function pushPayload(
  { db, siteSettings }: Pick<Services, 'db' | 'siteSettings'>,
  due: DuePush,
): Promise<PushPayload | undefined> {
  const shown = (await newsText(db, due)) ?? (await messageText(db, due))
  if (!shown) return undefined
  const { member_id } = due
  const unread = (await countUnreadNotifications(db, member_id)) + (await countUnreadMessages(db, member_id))
  const icon = siteIcons(siteSettings.site).png192
  return { ...shown, title: truncateText(shown.title, TITLE_MAX), icon, unread }
}

type ShownText = Omit<PushPayload, 'icon' | 'unread'>

async function newsText(db: Kysely<DB>, { item_id, member_id }: DuePush): Promise<ShownText | undefined> {
  const [item] = await listItems(db, member_id, { pushed: item_id })
  if (!item) return undefined
  const facts = { ...NO_MODERATION, ...item }
  return {
    title: notificationTitle(facts),
    body: notificationContent(facts) ?? '',
    path: itemHref(item),
    tag: tagOf(item, member_id),
  }
}

/** Names the sender but omits the text, because other people may see a locked screen. */
async function messageText(db: Kysely<DB>, { item_id, member_id }: DuePush): Promise<ShownText | undefined> {
  const conversation = await findUnreadConversation(db, 'push_items', { member_id, ids: [item_id] })
  if (!conversation) return undefined
  const { author } = conversation
  return {
    title: newMessagesTitle(conversation),
    body: '',
    path: conversationPath(author.username),
    tag: `messages-${author.id}`,
  }
}

/** Events of one discussion, of one note with its replies, and all new followers replace each other. */
function tagOf({ post_id, note_id, note_parent_id }: MailItem, memberId: string): string {
  return post_id ? `post-${post_id}` : note_id ? `note-${note_parent_id ?? note_id}` : `follows-${memberId}`
}
