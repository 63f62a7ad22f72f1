import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from './config.server.ts'

export interface Message {
  to: string
  subject: string
  text: string
  html: string
  /** What the mail is about: shown on the console when the mail stays in the outbox. */
  link?: string | undefined
}

/** Hands a message over. Rejects when it could not be: the job that called it is then tried again. */
export type Deliver = (message: Message) => Promise<void>

type MailConfig = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>

/** Delivers over SMTP_URL, or without one into `$DATA_DIR/outbox/*.eml`, telling the console what is there. */
export function mailer(config: MailConfig, log: (line: string) => void = console.log): Deliver {
  return config.SMTP_URL ? bySmtp(config.SMTP_URL, config.MAIL_FROM) : intoOutbox(config, log)
}

function bySmtp(url: string, from: string): Deliver {
  const transport = createTransport({ url }, { from })
  return async ({ to, subject, text, html }) => {
    await transport.sendMail({ to, subject, text, html })
  }
}

function intoOutbox({ DATA_DIR, MAIL_FROM }: MailConfig, log: (line: string) => void): Deliver {
  const transport = createTransport({ streamTransport: true, buffer: true }, { from: MAIL_FROM })
  return async ({ to, subject, text, html, link }) => {
    const { message } = await transport.sendMail({ to, subject, text, html })
    const file = await keep(join(DATA_DIR, 'outbox'), to, message as Buffer)
    log(`mail to ${to}: ${subject}\n  ${link ?? file}`)
  }
}

/** Written aside and renamed, so that who watches the folder never reads half a mail. */
async function keep(folder: string, to: string, message: Buffer): Promise<string> {
  const time = new Date().toISOString().replaceAll(':', '-')
  const file = join(
    folder,
    `${time} ${to.replace(/[^\w.@+-]/g, '_').slice(0, 100)} ${randomUUID().slice(0, 8)}.eml`,
  )
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(`${file}.part`, message, { mode: 0o600 })
  await rename(`${file}.part`, file)
  return file
}
