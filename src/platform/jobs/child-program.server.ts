/** Milliseconds between memory checks. At 2 GB/s, decompression can produce 40 MB in between. */
const LOOK_EVERY = 20

/** Answers a ChildWorker's calls with the result of `work`. Exits if the parent exits or above `maxBytes`. */
export function serveParent<Input>(work: (input: Input) => Promise<object>, maxBytes: number): void {
  // Ignores signals to the whole process group, because the parent may still need this process to finish.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.on('disconnect', end)
  process.on('message', async (input: Input) => {
    const watch = setInterval(() => process.memoryUsage.rss() > maxBytes && end(), LOOK_EVERY)
    process.send?.(await work(input))
    clearInterval(watch)
  })
  process.send?.({})
}

/** Ends this process at once. `process.exit` would wait for the threads of libraries. */
function end() {
  process.kill(process.pid, 'SIGKILL')
}
