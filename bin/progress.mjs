// Plain JavaScript, because the launcher also runs on Node 20.

/** Runs a step. Prints its title after one second, a line every ten seconds, and at the end the duration. */
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
