import type { ProgressListener } from '../src/db/backup/catalogue.server.ts'

/** Formats bytes: `12.3 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(bytes < 100 * 2 ** 20 ? 1 : 0)} MB`
}

/** Prints `loading: 12000 rows, 3.4 MB (posts), 12 s …` for each new step, and every two seconds. */
export function reportProgress(): ProgressListener {
  const started = performance.now()
  let last = { step: '', at: 0 }
  return ({ step, detail, rows, bytes }) => {
    const now = performance.now()
    if (step === last.step && now - last.at < 2000) return
    last = { step, at: now }
    const amounts = [rows > 0 && `${rows} rows`, bytes > 0 && megabytes(bytes)].filter(Boolean).join(', ')
    const words = [amounts, detail && `(${detail})`].filter(Boolean).join(' ')
    console.log(`${step}: ${words ? `${words}, ` : ''}${Math.round((now - started) / 1000)} s …`)
  }
}
