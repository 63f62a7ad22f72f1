/** Milliseconds between memory checks. At 2 GB/s, 40 MB are unpacked in between. */
const LOOK_EVERY = 20

/** Answers ChildWorker's messages with the result of `work`. Exits with the parent, or above `maxBytes` of memory. */
export function serveParent<Input>(work: (input: Input) => Promise<object>, maxBytes: number): void {
  // Signals reach all processes of a group, but the parent must finish its work first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.on('disconnect', end)
  process.on('message', async (input: Input) => {
    const watch = setInterval(() => process.memoryUsage.rss() > maxBytes && end(), LOOK_EVERY)
    process.send?.(await work(input))
    clearInterval(watch)
  })
  process.send?.({})
}

/** Unlike `process.exit`, does not wait for the threads of libraries. */
function end() {
  process.kill(process.pid, 'SIGKILL')
}
