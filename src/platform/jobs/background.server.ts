import type { Logger } from 'pino'

/** Runs work that continues after the response. Logs failures. Shutdown waits for unfinished work. */
export class Background {
  private readonly log: Pick<Logger, 'error'>
  private readonly works = new Set<Promise<void>>()

  constructor(log: Pick<Logger, 'error'>) {
    this.log = log
  }

  add(name: string, work: Promise<unknown>): void {
    const done: Promise<void> = work
      .then(
        () => undefined,
        (error: unknown) =>
          this.log.error({ err: error, work: name }, 'a task failed after its response was sent'),
      )
      .finally(() => this.works.delete(done))
    this.works.add(done)
  }

  async settled(): Promise<void> {
    while (this.works.size > 0) await Promise.all(this.works)
  }
}
