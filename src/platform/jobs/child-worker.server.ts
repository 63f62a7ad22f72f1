import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import pLimit from 'p-limit'
import { OverloadedError } from '../outage.ts'

interface Options {
  /** Path of a program that calls `serveParent`. */
  path: string
  deadline: number
  /** Maximum milliseconds until the process has started. The default of 30,000 allows for a busy machine. */
  startDeadline?: number
  /** Ends the process after this many milliseconds without a call, to free its memory. */
  idle: number
  /** Maximum number of calls waiting their turn. Further calls throw `OverloadedError`. */
  queue: number
}

const START_DEADLINE = 30_000
/** Maximum JavaScript heap of the child in MB. In a tight loop, the child cannot check its memory itself. */
const HEAP = 256

interface Child {
  process: ChildProcess
  ready: Promise<unknown>
}

/** The child process ended during a call: at its deadline, at its memory limit or because of a crash. */
export class WorkEndedError extends Error {
  override name = 'WorkEndedError'
}

/** Runs work such as decoding in another process, one call at a time. Kills that process at the deadline. */
export class ChildWorker<Input extends object, Output> {
  private readonly options: Options
  private readonly limit = pLimit(1)
  private child: Child | undefined
  private idling: NodeJS.Timeout | undefined

  constructor(options: Options) {
    this.options = options
  }

  async run(input: Input): Promise<Output> {
    if (this.limit.activeCount + this.limit.pendingCount > this.options.queue) throw new OverloadedError()
    return this.limit(async () => {
      clearTimeout(this.idling)
      this.child ??= this.start()
      const { process, ready } = this.child
      await ready
      keepsUsAlive(process, true)
      try {
        return await this.ask(process, input)
      } finally {
        keepsUsAlive(process, false)
        this.idling = setTimeout(() => this.end(process), this.options.idle).unref()
      }
    })
  }

  private async ask(child: ChildProcess, input: Input): Promise<Output> {
    const answered = new AbortController()
    const { signal } = answered
    const deadline = setTimeout(() => this.end(child), this.options.deadline)
    try {
      const answer = once(child, 'message', { signal })
      const ended = endOf(child, signal)
      child.send(input, () => undefined) // Sending fails only if the process has ended.
      const [output] = await Promise.race([answer, ended])
      return output
    } finally {
      clearTimeout(deadline)
      answered.abort()
    }
  }

  private start(): Child {
    const { path, startDeadline = START_DEADLINE } = this.options
    const { PATH, NODE_ENV } = process.env // passes none of our secrets
    const child = fork(path, {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${HEAP}`],
      env: { PATH, NODE_ENV },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.once('exit', () => this.forget(child))
    const deadline = setTimeout(() => this.end(child), startDeadline)
    const ready = Promise.race([once(child, 'message'), endOf(child)])
      .catch((cause: unknown) => {
        this.forget(child)
        throw new Error(`${path} could not be started`, { cause })
      })
      .finally(() => clearTimeout(deadline))
    return { process: child, ready }
  }

  /** Kills the process. Forgets it first, so that the next call starts a new one. */
  private end(child: ChildProcess): void {
    this.forget(child)
    child.kill('SIGKILL')
  }

  private forget(child: ChildProcess): void {
    if (this.child?.process === child) this.child = undefined
  }
}

async function endOf(child: ChildProcess, signal?: AbortSignal): Promise<never> {
  const [code, by] = await once(child, 'exit', { signal })
  throw new WorkEndedError(`the process exited with ${by ?? code}`)
}

function keepsUsAlive(child: ChildProcess, yes: boolean): void {
  if (yes) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}
