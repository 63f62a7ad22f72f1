// Says what is going on, for every step that takes longer than a second. Plain JS: the launcher runs on Node 20.

/**
 * Runs one step. Silent when it takes less than a second; otherwise one line when it turns out to be long,
 * one every ten seconds, and one with its duration at the end. Errors pass through.
 */
export async function step(title, work) {
  const started = performance.now()
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1)
  const announce = setTimeout(() => console.log(`${title} …`), 1000)
  const remind = setInterval(() => console.log(`${title} … ${Math.round(Number(seconds()))} s`), 10_000)
  try {
    const result = await work()
    if (performance.now() - started > 1000) console.log(`${title}: done in ${seconds()} s`)
    return result
  } finally {
    clearTimeout(announce)
    clearInterval(remind)
  }
}
