import { handleAccountJobs } from '../src/accounts/mail/jobs.server.ts'
import { handleSecurityJobs } from '../src/accounts/security/jobs.server.ts'
import type { AppServices } from '../src/app/context.server.ts'
import type { Job, JobQueue } from '../src/platform/jobs/jobs.server.ts'
import type { EmailMessage } from '../src/platform/mail/mail.server.ts'
import { handleAccountDeletionJobs } from '../src/settings/account-deletion/jobs.server.ts'

/** Returns the same services, but jobs run immediately and mails go to `mailbox`. */
export function withMailbox(services: AppServices) {
  const mailbox = new Mailbox()
  const jobs = new InstantJobs()
  const config = { ...services.config, AUTH_SECRET: 'a secret for tests, 32 characters', RATE_LIMITS: false }
  const connected: AppServices = { ...services, config, jobs }
  handleAccountJobs(connected, jobs, async (message) => mailbox.take(message))
  handleSecurityJobs(connected, jobs, async (message) => mailbox.take(message))
  handleAccountDeletionJobs(connected, jobs, async (message) => mailbox.take(message))
  return { services: connected, mailbox, jobs }
}

class Mailbox {
  readonly letters: EmailMessage[] = []
  /** If true, delivery fails. */
  isDown = false

  take(letter: EmailMessage): void {
    if (this.isDown) throw new Error('The mail server is away.')
    this.letters.push(letter)
  }

  to(address: string): EmailMessage[] {
    return this.letters.filter((letter) => letter.to === address)
  }

  /** Returns the token in the link of the last mail to this email address. */
  tokenFor(address: string): string {
    const link = new URL(this.to(address).at(-1)?.link ?? 'nowhere:')
    return link.searchParams.get('verify') ?? link.searchParams.get('token') ?? ''
  }
}

class InstantJobs implements JobQueue {
  readonly done: string[] = []
  private readonly works = new Map<string, (data: never) => Promise<void>>()

  handle<Data extends object>({ name }: Job<Data>, work: (data: Data) => Promise<void>): void {
    this.works.set(name, work)
  }

  every(_cron: string, job: Job<object>, work: () => Promise<void>): void {
    this.handle(job, work)
  }

  async add<Data extends object>({ name }: Job<Data>, data: Data): Promise<void> {
    await this.works.get(name)?.(data as never)
    this.done.push(name)
  }
}
