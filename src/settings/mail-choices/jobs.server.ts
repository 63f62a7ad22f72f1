import type { Kysely } from 'kysely'
import type { Services } from '../../core/context.server.ts'
import type { DB } from '../../db/types.ts'
import { type Jobs, job } from '../../platform/jobs/jobs.server.ts'
import type { MailDelivery } from '../../platform/mail/mail.server.ts'
import {
  type DueDigest,
  findDigestChoice,
  isAway,
  listNewPosts,
  takeDueDigests,
} from './digest-sql.server.ts'
import { digestEmail, newsEmail } from './emails.server.ts'
import {
  type DueItems,
  findRecipient,
  finishItems,
  listItems,
  type MailItem,
  moveToDigest,
  sweepItems,
  takeDueItems,
} from './items-sql.server.ts'
import { createMailSender } from './mail-sender.server.ts'
import { findUnreadConversation, messagesEmail } from './messages.server.ts'

const queueNews = job<object>('queue-news')
const sendNews = job<DueItems>('send-news')
const queueDigests = job<object>('queue-digests')
const sendDigest = job<DueDigest>('send-digest')
const sweep = job<object>('sweep-mail-items')

const DIGESTS_AT_ONCE = 100
/** Maximum number of mails queued per run. Runs are a minute apart. */
const NEWS_AT_ONCE = 5000

type MailServices = Pick<Services, 'config' | 'db' | 'siteSettings'>

/** Mails due items and digests. One transaction marks them and adds the mail job, so none is sent twice. */
export function handleMailJobs(
  services: MailServices,
  jobs: Pick<Jobs, 'handle' | 'every' | 'add'>,
  deliver: MailDelivery,
): void {
  const { db } = services
  jobs.every('* * * * *', queueNews, async () => {
    for (let n = 0; n < NEWS_AT_ONCE && (await queueOne(db, jobs)); n++);
  })
  jobs.handle(sendNews, (due) => mailNews(services, deliver, due))
  jobs.every('*/5 * * * *', queueDigests, async () => {
    while (await queueSome(db, jobs));
  })
  jobs.handle(sendDigest, (due) => mailDigest(services, deliver, due))
  jobs.every('41 4 * * *', sweep, () => sweepItems(db))
}

function queueOne(db: Kysely<DB>, jobs: Pick<Jobs, 'add'>): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const due = await takeDueItems(trx)
    if (due) await jobs.add(sendNews, due)
    return due !== undefined
  })
}

function queueSome(db: Kysely<DB>, jobs: Pick<Jobs, 'add'>): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const due = await takeDueDigests(trx, DIGESTS_AT_ONCE)
    for (const one of due) await jobs.add(sendDigest, one)
    return due.length === DIGESTS_AT_ONCE
  })
}

async function mailNews(services: MailServices, deliver: MailDelivery, due: DueItems): Promise<void> {
  const { db } = services
  await moveToDigest(db, due.ids)
  const recipient = await findRecipient(db, due.member_id)
  if (!recipient) return
  const conversation = await findUnreadConversation(db, 'mail_items', due)
  if (conversation) return deliver(messagesEmail(createMailSender(services), recipient, conversation))
  const [first, ...others] = await listItems(db, due.member_id, { soon: due.ids })
  if (!first) return
  const items: [MailItem, ...MailItem[]] = [first, ...others]
  const news = { recipient, thread_id: due.thread_id, items }
  await deliver(await newsEmail(services, createMailSender(services), news))
}

async function mailDigest(services: MailServices, deliver: MailDelivery, due: DueDigest): Promise<void> {
  const { db } = services
  const { member_id, until } = due
  const recipient = await findRecipient(db, member_id)
  const { frequency = 'off' } = (await findDigestChoice(db, member_id)) ?? {}
  if (recipient && frequency !== 'off') {
    const items = await listItems(db, member_id, { until })
    const posts = await listNewPosts(db, due)
    if (items.length + posts.length > 0) {
      const away = await isAway(db, member_id)
      const contents = { recipient, items, posts, frequency, isAway: away, until }
      await deliver(await digestEmail(services, createMailSender(services), contents))
    }
  }
  await finishItems(db, member_id, until)
}
