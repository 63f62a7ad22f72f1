// How commands that move much data say how far they are.
import type { Report } from '../src/db/backup/report.ts'

/** Bytes for people: `12.3 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(bytes < 100 * 2 ** 20 ? 1 : 0)} MB`
}

/** Prints a line when another step begins, and one at most every two seconds while it lasts. */
function reporter(): (step: string, line: () => string) => void {
  let before = { step: '', at: 0 }
  return (step, line) => {
    const now = performance.now()
    if (step === before.step && now - before.at < 2000) return
    before = { step, at: now }
    console.log(line())
  }
}

/** `loading: 12000 rows, 3.4 MB (posts), 12 s …` */
export function reportProgress(): Report {
  const say = reporter()
  const started = performance.now()
  return ({ step, detail, rows, bytes }) =>
    say(step, () => {
      const seconds = Math.round((performance.now() - started) / 1000)
      const amounts = [rows > 0 && `${rows} rows`, bytes > 0 && megabytes(bytes)].filter(Boolean).join(', ')
      const words = [amounts, detail && `(${detail})`].filter(Boolean).join(' ')
      return `${step}: ${words ? `${words}, ` : ''}${seconds} s …`
    })
}
