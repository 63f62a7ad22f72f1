import { sql } from 'kysely'
import type { AppServices } from '../src/app/context.server.ts'
import type { Job } from '../src/platform/jobs/jobs.server.ts'
import type { EmailMessage } from '../src/platform/mail/mail.server.ts'
import { handleMailJobs } from '../src/settings/mail-choices/jobs.server.ts'

type Work = (data: never) => Promise<void>

/** Runs the mail jobs of a forum when a test asks for it, and collects the mails that they send. */
export function withMails(services: AppServices) {
  const config = { ...services.config, AUTH_SECRET: 'a secret for tests, 32 characters' }
  const connected: AppServices = { ...services, config }
  const mails = new Mails(connected)
  return { services: connected, mails }
}

class Mails {
  /** All mails sent so far, oldest first. */
  readonly sent: EmailMessage[] = []
  /** The error with which the mail server refuses all mails, if any. */
  refusal: Error | undefined
  private readonly services: AppServices
  private readonly works = new Map<string, Work>()
  private readonly timed: string[] = []
  private waiting: { name: string; data: object }[] = []

  constructor(services: AppServices) {
    this.services = services
    handleMailJobs(services, this, async (message) => {
      if (this.refusal) throw this.refusal
      this.sent.push(message)
    })
  }

  handle<Data extends object>({ name }: Job<Data>, work: (data: Data) => Promise<void>): void {
    this.works.set(name, work)
  }

  every(_cron: string, job: Job<object>, work: () => Promise<void>): void {
    this.handle(job, work)
    this.timed.push(job.name)
  }

  /** Adds a job to the queue. It runs in the next `tick()`, and again in the following one if it fails. */
  async add<Data extends object>({ name }: Job<Data>, data: Data): Promise<void> {
    this.waiting.push({ name, data: JSON.parse(JSON.stringify(data)) })
  }

  /** Makes all delayed mails due now. Returns the mails that are sent. */
  async whenDue(): Promise<EmailMessage[]> {
    await sql`update mail_items set due_at = now() where due_at is not null`.execute(this.services.db)
    return this.tick()
  }

  /** Makes all digests due now, so that they include all news until now. Returns the mails that are sent. */
  async whenDigestsDue(): Promise<EmailMessage[]> {
    const { db } = this.services
    await sql`alter table digests disable trigger digests_before_write`.execute(db)
    await sql`update digests set next_at = now() where frequency <> 'off'`.execute(db)
    await sql`alter table digests enable trigger digests_before_write`.execute(db)
    return this.tick()
  }

  /** Runs scheduled jobs and the jobs they add, and retries failed ones. Returns the new mails. */
  async tick(): Promise<EmailMessage[]> {
    const before = this.sent.length
    for (const name of this.timed) await this.works.get(name)?.({} as never)
    const jobs = this.waiting
    this.waiting = []
    for (const job of jobs)
      await this.works
        .get(job.name)?.(job.data as never)
        .catch(() => this.waiting.push(job))
    return this.sent.slice(before)
  }
}
