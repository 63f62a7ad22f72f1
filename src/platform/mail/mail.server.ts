import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Config } from '../config/config.server.ts'

export interface EmailMessage {
  to: string
  subject: string
  text: string
  html: string
  /** Link to print on the console if the mail is not sent, but written to the outbox folder. */
  link?: string | undefined
  /** Mailing list headers, for mail that the recipient did not just request. */
  list?: MailList
}

export interface MailList {
  /** URL that unsubscribes with one POST (RFC 8058). In a browser, the page asks for confirmation. */
  unsubscribe: string
  /** Name and id of the list (RFC 2919), such as "The Threshold" and `notifications.forum.example`. */
  name: string
  id: string
  /** Message id by which mail programs group a thread, such as `post-018f@forum.example`. */
  thread?: string
  /** Message id. It must be the same for every attempt, so that no mail appears twice. */
  messageId: string
}

/** Delivers a mail. Rejects if the mail server did not accept it, so that the job is retried. */
export type MailDelivery = (message: EmailMessage) => Promise<void>

/** Thrown if the recipient's mail server reports that the address accepts no mail. */
export class RecipientRefusedError extends Error {
  override name = 'RecipientRefusedError'
}

type MailConfig = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR' | 'DKIM_KEY'>

/** Delivers by SMTP_URL or to the outbox folder. Rejects with RecipientRefusedError if a retry is useless. */
export function mailer(config: MailConfig, log: (line: string) => void = console.log): MailDelivery {
  return config.SMTP_URL ? bySmtp(config.SMTP_URL, config) : intoOutbox(config, log)
}

/** Milliseconds for each step of a test delivery: connection, greeting, response. Nodemailer's own limits are 2 to 10 minutes. */
const TEST_TIMEOUT_MS = 10_000
const TIMEOUTS = {
  connectionTimeout: TEST_TIMEOUT_MS,
  greetingTimeout: TEST_TIMEOUT_MS,
  socketTimeout: TEST_TIMEOUT_MS,
}

/** Result of a test: the mail server's last response, or the file that was written. Rejected if not `accepted`. */
export interface TestDelivery {
  accepted: boolean
  response: string
}

/** Sends one mail without retries, so that an admin sees the mail server's own response. Does not reject. */
export async function deliverTest(config: MailConfig, message: EmailMessage): Promise<TestDelivery> {
  try {
    if (!config.SMTP_URL) return { accepted: true, response: await writeIntoOutbox(config, message) }
    const transport = createTransport({ url: config.SMTP_URL, ...TIMEOUTS }, { from: config.MAIL_FROM })
    const { response } = await transport.sendMail({ ...optionsOf(message), ...signed(config) })
    return { accepted: true, response }
  } catch (error) {
    return { accepted: false, response: error instanceof Error ? error.message : String(error) }
  }
}

/** Connects to SMTP_URL and signs in, without sending. Rejects with the reason why no mail can be sent. */
export async function checkMailServer({ SMTP_URL }: Pick<Config, 'SMTP_URL'>): Promise<void> {
  if (SMTP_URL) await createTransport({ url: SMTP_URL, ...TIMEOUTS }).verify()
}

function bySmtp(url: string, config: MailConfig): MailDelivery {
  const transport = createTransport({ url }, { from: config.MAIL_FROM })
  return async (message) => {
    await transport.sendMail({ ...optionsOf(message), ...signed(config) }).catch((error: unknown) => {
      throw isRefusalOfRecipient(error) ? new RecipientRefusedError(message.to, { cause: error }) : error
    })
  }
}

function intoOutbox(config: MailConfig, log: (line: string) => void): MailDelivery {
  return async (mail) => {
    const file = await writeIntoOutbox(config, mail)
    log(`mail to ${mail.to}: ${mail.subject}\n  ${mail.link ?? file}`)
  }
}

async function writeIntoOutbox(config: MailConfig, mail: EmailMessage): Promise<string> {
  const transport = createTransport({ streamTransport: true, buffer: true }, { from: config.MAIL_FROM })
  const { message } = await transport.sendMail({ ...optionsOf(mail), ...signed(config) })
  return keep(join(config.DATA_DIR, 'outbox'), mail.to, message as Buffer)
}

/** Header that prevents automatic replies (RFC 3834). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' }

function optionsOf({ to, subject, text, html, list }: EmailMessage): SendMailOptions {
  const mail = { to, subject, text, html, headers: AUTOMATIC }
  if (!list) return mail
  const headers = {
    ...AUTOMATIC,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    Precedence: 'list',
  }
  const thread = list.thread && { references: `<${list.thread}>`, inReplyTo: `<${list.thread}>` }
  const fields = {
    id: { url: list.id, comment: list.name },
    unsubscribe: { url: list.unsubscribe, comment: '' },
  }
  return { ...mail, headers, list: fields, messageId: `<${list.messageId}>`, ...thread }
}

/** DKIM selector. MAIL_FROM's domain has the public key in its TXT record `threshold._domainkey`. */
const KEY_SELECTOR = 'threshold'

function signed({ MAIL_FROM, DKIM_KEY }: MailConfig): Pick<SendMailOptions, 'dkim'> {
  if (!DKIM_KEY) return {}
  const domainName = MAIL_FROM.slice(MAIL_FROM.lastIndexOf('@') + 1).replace('>', '')
  return {
    dkim: { domainName, keySelector: KEY_SELECTOR, privateKey: DKIM_KEY, headerFieldNames: SIGNED },
  }
}

/** Headers that DKIM signs. RFC 8058, section 4 requires both List-Unsubscribe ones. Nodemailer signs one. */
const SIGNED =
  'From:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:In-Reply-To:References:List-Id:List-Unsubscribe:List-Unsubscribe-Post'

/** Returns whether the recipient was refused (5xx). Excludes 5.7.x, which refuses all of our mail. */
function isRefusalOfRecipient(error: unknown): boolean {
  const { command, responseCode = 0, response = '' } = error as SMTPConnection.SMTPError
  return command === 'RCPT TO' && responseCode >= 500 && !/^5\d\d[ -]5\.7\./.test(response)
}

/** Writes a temporary file and renames it, so that readers of the folder never see a partial mail. */
async function keep(folder: string, to: string, message: Buffer): Promise<string> {
  const time = new Date().toISOString().replaceAll(':', '-')
  const file = join(
    folder,
    `${time} ${to.replace(/[^\w.@+-]/g, '_').slice(0, 100)} ${randomUUID().slice(0, 8)}.eml`,
  )
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(`${file}.part`, message, { mode: 0o600 })
    await rename(`${file}.part`, file)
  } catch (error) {
    await rm(`${file}.part`, { force: true })
    throw error
  }
  return file
}
