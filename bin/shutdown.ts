// One orderly end, however it is asked for and however often.
import { fail } from './failure.ts'

/** Remembers how to undo what was just begun; the last is undone first. */
export type Undo = (step: () => unknown) => void

/**
 * Runs a server. `begin` says for each thing it sets up how to undo it. On Ctrl-C, SIGTERM, a closed terminal or
 * the death of the launcher everything is undone and the process exits with 0; after `crash` with 1. When `begin`
 * fails, what it had set up is undone too and the error shown.
 */
export function runUntilStopped(begin: (undo: Undo, crash: (error: unknown) => void) => Promise<void>): void {
  const steps: (() => unknown)[] = []
  let code = 0
  const end = once(async () => {
    // Half a beginning cannot be undone: a database that is just starting would outlive us.
    await beginning.catch(() => undefined)
    await undoAll(steps)
    process.exit(code)
  })
  const crash = (error: unknown) => {
    console.error(error)
    code = 1
    end()
  }
  onStop(end)
  const beginning = begin((step) => steps.push(step), crash)
  beginning.catch((error) => undoAll(steps).then(() => fail(error)))
}

/** Runs a command to its end, or until it is stopped, undoes what it set up and exits with `process.exitCode`. */
export function runToEnd(work: (undo: Undo) => Promise<void>): void {
  const steps: (() => unknown)[] = []
  onStop(once(() => undoAll(steps).then(() => process.exit(130))))
  work((step) => steps.push(step)).then(
    () => undoAll(steps).then(() => process.exit()),
    (error) => undoAll(steps).then(() => fail(error)),
  )
}

async function undoAll(steps: (() => unknown)[]): Promise<void> {
  for (let step = steps.pop(); step; step = steps.pop()) {
    try {
      await step()
    } catch (error) {
      console.error(error)
    }
  }
}

function onStop(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  process.on('disconnect', stop)
  process.channel?.unref()
}

/** A terminal sends Ctrl-C to us and to the launcher, which passes it on: the second one changes nothing. */
function once(action: () => unknown): () => void {
  let called = false
  return () => {
    if (!called) action()
    called = true
  }
}
