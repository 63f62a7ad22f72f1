import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Config } from './config.server.ts'

export interface Message {
  to: string
  subject: string
  text: string
  html: string
  /** What the mail is about: shown on the console when the mail stays in the outbox. */
  link?: string | undefined
  /** Of a mail that was not asked for at that moment, and that can be ended. */
  list?: MailList
}

export interface MailList {
  /** What a program posts to, to end it (RFC 8058); who opens it is asked first. */
  unsubscribe: string
  /** How people and programs call the list (RFC 2919): "The Threshold", `notifications.forum.example`. */
  name: string
  id: string
  /** `post-018f@forum.example`: mails of one thread stand together. */
  thread?: string
  /** Of this mail, the same however often it is sent. */
  messageId: string
}

/** Hands a message over. Rejects when it could not be: the job that called it is then tried again. */
export type Deliver = (message: Message) => Promise<void>

/** The recipient's mail server says, in our own dialogue with it, that this address takes no mail. */
export class RecipientRefused extends Error {
  override name = 'RecipientRefused'
}

type MailConfig = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR' | 'DKIM_KEY'>

/**
 * Delivers over SMTP_URL, or without one into `$DATA_DIR/outbox/*.eml`, telling the console what is there. Rejects with
 * RecipientRefused where trying again is no use.
 */
export function mailer(config: MailConfig, log: (line: string) => void = console.log): Deliver {
  return config.SMTP_URL ? bySmtp(config.SMTP_URL, config) : intoOutbox(config, log)
}

function bySmtp(url: string, config: MailConfig): Deliver {
  const transport = createTransport({ url }, { from: config.MAIL_FROM })
  return async (message) => {
    await transport.sendMail({ ...optionsOf(message), ...signed(config) }).catch((error: unknown) => {
      throw isRefusalOfRecipient(error) ? new RecipientRefused(message.to, { cause: error }) : error
    })
  }
}

function intoOutbox(config: MailConfig, log: (line: string) => void): Deliver {
  const transport = createTransport({ streamTransport: true, buffer: true }, { from: config.MAIL_FROM })
  return async (mail) => {
    const { message } = await transport.sendMail({ ...optionsOf(mail), ...signed(config) })
    const file = await keep(join(config.DATA_DIR, 'outbox'), mail.to, message as Buffer)
    log(`mail to ${mail.to}: ${mail.subject}\n  ${mail.link ?? file}`)
  }
}

/** No program answers it with another mail (RFC 3834). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' }

function optionsOf({ to, subject, text, html, list }: Message): SendMailOptions {
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

/** The public key is the TXT record `threshold._domainkey` of the domain of MAIL_FROM. */
const KEY_SELECTOR = 'threshold'

function signed({ MAIL_FROM, DKIM_KEY }: MailConfig): Pick<SendMailOptions, 'dkim'> {
  if (!DKIM_KEY) return {}
  const domainName = MAIL_FROM.slice(MAIL_FROM.lastIndexOf('@') + 1).replace('>', '')
  return {
    dkim: { domainName, keySelector: KEY_SELECTOR, privateKey: DKIM_KEY, headerFieldNames: SIGNED },
  }
}

/** Both of List-Unsubscribe, or providers offer no button (RFC 8058, section 4): nodemailer's own list has one of them. */
const SIGNED =
  'From:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:In-Reply-To:References:List-Id:List-Unsubscribe:List-Unsubscribe-Post'

/**
 * 5xx to RCPT TO. Not 5.7.x, which is about us (no relaying, blocked sender): it would stop mail to everybody because of one
 * mistake in the configuration, and is tried again as what is 4xx.
 */
function isRefusalOfRecipient(error: unknown): boolean {
  const {
    command,
    responseCode = 0,
    response = '',
  } = error as {
    command?: string
    responseCode?: number
    response?: string
  }
  return command === 'RCPT TO' && responseCode >= 500 && !/^5\d\d[ -]5\.7\./.test(response)
}

/** Written aside and renamed, so that who watches the folder never reads half a mail. */
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
    // A full disk: the job tries again, and what is there of this one would only take more of it.
    await rm(`${file}.part`, { force: true })
    throw error
  }
  return file
}
