/** Maximum time in milliseconds for which one malicious request may delay others by blocking the thread. */
export const STALL_MAX = 300

/**
 * Runs the work. Returns the longest period in milliseconds for which it blocked this thread. Measures CPU
 * time, so that other programs on the machine do not affect the result.
 */
export async function longestStall(work: () => unknown): Promise<number> {
  let [last, longest] = [cpuTime(), 0]
  const look = () => {
    longest = Math.max(longest, cpuTime() - last)
    last = cpuTime()
  }
  const timer = setInterval(look, 5)
  try {
    await work()
    look()
  } finally {
    clearInterval(timer)
  }
  return longest
}

function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
