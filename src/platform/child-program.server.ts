/** How often a child looks at its memory, in ms: what unpacks at 2 GB a second gets 40 MB further. */
const LOOK_EVERY = 20

/**
 * The other side of ChildWorker: answers each message with what `work` makes of it. Ends when the parent does, or once it
 * holds more than `maxBytes` of memory, what libraries allocate included.
 */
export function serveParent<Input>(work: (input: Input) => Promise<object>, maxBytes: number): void {
  // A terminal's Ctrl-C and a supervisor's SIGTERM go to all processes; the parent first finishes what is under way.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.on('disconnect', end)
  process.on('message', async (input: Input) => {
    const watch = setInterval(() => process.memoryUsage.rss() > maxBytes && end(), LOOK_EVERY)
    process.send?.(await work(input))
    clearInterval(watch)
  })
  process.send?.({})
}

/** At once: `process.exit` waits for what libraries do in threads. */
function end() {
  process.kill(process.pid, 'SIGKILL')
}
