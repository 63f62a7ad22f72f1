// How commands that move much data say how far they are.

/** Bytes for people: `12.3 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(bytes < 100 * 2 ** 20 ? 1 : 0)} MB`
}

/** Prints a line at most every two seconds. */
export function reporter(): (line: () => string) => void {
  let last = performance.now()
  return (line) => {
    if (performance.now() - last < 2000) return
    last = performance.now()
    console.log(line())
  }
}
