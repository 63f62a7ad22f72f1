import type { Logger } from 'pino'

/** Works that go on after the answer they belong to. Their failures are logged, and a stop waits for them. */
export class Background {
  private readonly log: Pick<Logger, 'error'>
  private readonly works = new Set<Promise<void>>()

  constructor(log: Pick<Logger, 'error'>) {
    this.log = log
  }

  /** Notes a work that has begun; `name` is for the log. */
  add(name: string, work: Promise<unknown>): void {
    const done: Promise<void> = work
      .then(
        () => undefined,
        (error: unknown) => this.log.error({ err: error, work: name }, 'a work after its answer failed'),
      )
      .finally(() => this.works.delete(done))
    this.works.add(done)
  }

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    while (this.works.size > 0) await Promise.all(this.works)
  }
}
