import { DatabaseError } from 'pg'
import { within } from '../platform/within.ts'

/** Batches of one kind that are with the database at once: one is made up while another commits. */
const AT_ONCE = 2
/** Writes of one batch: beyond that each costs what it costs in a smaller one. */
const MOST = 32
/**
 * Milliseconds after which a batch no longer keeps others from going, also those of its subjects: it waits for what somebody
 * else holds, and so shall they, in the database, where the wait has an end.
 */
const PATIENCE_MS = 25

/** How writes of one kind are done. */
interface Writing<Write, Answer> {
  /** One write, which waits for whoever holds what it changes. */
  alone(write: Write): Promise<Answer>
  /** Many, as one statement. In their order what each came to, and undefined for those that have to be done alone. */
  together(writes: Write[]): Promise<(Answer | undefined)[]>
  /** What it changes that others change, too: writes of one subject go in one batch, or one batch after the other. */
  subjectOf(write: Write): string
  /** Writes that are alike in this never go in one batch. */
  identityOf(write: Write): string
}

interface Waiting<Write, Answer> {
  write: Write
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Group commit: what arrives while batches are with the database goes with the next, as one statement with one commit. Nobody
 * waits for a clock, and a write that comes alone goes alone. Each is answered for itself, once it is durable: where a batch is
 * refused, its writes are done one by one.
 */
export class WriteBatches<Write, Answer> {
  private readonly writing: Writing<Write, Answer>
  private waiting: Waiting<Write, Answer>[] = []
  /** By what is being written now the batch that writes it. */
  private readonly busySubjects = new Map<string, Waiting<Write, Answer>[]>()
  private underWay = 0

  constructor(writing: Writing<Write, Answer>) {
    this.writing = writing
  }

  /** Resolves after the commit; rejects as `alone` does. */
  add(write: Write): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ write, resolve, reject })
      this.send()
    })
  }

  private send(): void {
    while (this.underWay < AT_ONCE) {
      const batch = this.take()
      if (batch.length === 0) return
      this.underWay++
      const subjects = new Set(batch.map(({ write }) => this.writing.subjectOf(write)))
      for (const subject of subjects) this.busySubjects.set(subject, batch)
      const leave = () => {
        this.underWay--
        for (const subject of subjects)
          if (this.busySubjects.get(subject) === batch) this.busySubjects.delete(subject)
        this.send()
      }
      void within(PATIENCE_MS, this.run(batch)).then(leave, leave)
    }
  }

  /** The first that may go together; the others keep their order. */
  private take(): Waiting<Write, Answer>[] {
    const batch: Waiting<Write, Answer>[] = []
    const left: Waiting<Write, Answer>[] = []
    const identities = new Set<string>()
    for (const each of this.waiting) {
      const identity = this.writing.identityOf(each.write)
      const isBusy = this.busySubjects.has(this.writing.subjectOf(each.write)) || identities.has(identity)
      if (isBusy || batch.length === MOST) left.push(each)
      else batch.push(each)
      identities.add(identity)
    }
    this.waiting = left
    return batch
  }

  private async run(batch: Waiting<Write, Answer>[]): Promise<void> {
    try {
      const answers = batch.length > 1 ? await this.runTogether(batch.map(({ write }) => write)) : []
      const alone = batch.filter((each, index) => {
        const answer = answers[index]
        if (answer !== undefined) each.resolve(answer)
        return answer === undefined
      })
      await Promise.all(alone.map((each) => this.writing.alone(each.write).then(each.resolve, each.reject)))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  /** Nothing of a batch that the database refused was done. */
  private async runTogether(writes: Write[]): Promise<(Answer | undefined)[]> {
    try {
      return await this.writing.together(writes)
    } catch (error) {
      if (error instanceof DatabaseError) return []
      throw error
    }
  }
}
