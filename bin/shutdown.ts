import { fail } from './failure.ts'

/** Registers a cleanup step. At the end, steps run in reverse order of registration. */
export type Undo = (step: () => unknown) => void

/**
 * Runs a server until Ctrl-C, SIGTERM, a closed terminal or the launcher's end. Then runs the cleanup steps
 * and exits with 0, or with 1 after `crash`. If `begin` fails, cleans up and prints the error.
 */
export function runUntilStopped(begin: (undo: Undo, crash: (error: unknown) => void) => Promise<void>): void {
  const steps: (() => unknown)[] = []
  let code = 0
  const end = once(async () => {
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

/** Runs a command until it ends or is stopped. Then cleans up and exits with `process.exitCode`. */
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

/** Makes `action` run only once, because Ctrl-C arrives twice: from the terminal and from the launcher. */
function once(action: () => unknown): () => void {
  let called = false
  return () => {
    if (!called) action()
    called = true
  }
}
