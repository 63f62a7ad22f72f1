import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'

/** What PostgreSQL says when it reads its log again after a crash (PostgreSQL 18, xlogrecovery.c). */
const REDO = /redo starts at ([\dA-F]+\/[\dA-F]+)[\s\S]*redo done at ([\dA-F]+\/[\dA-F]+)/
const CRASHED = /database system was (?:interrupted|not properly shut down)/

/** Bytes of a server's own log, from where on its next words stand. */
export function logSize(log: string): number {
  return statSync(log, { throwIfNoEntry: false })?.size ?? 0
}

/** In words, what a server recovered since its own log had `from` bytes; undefined when it had been shut down in order. */
export function recovered(log: string, from: number): string | undefined {
  const text = textFrom(log, from)
  if (!CRASHED.test(text)) return undefined
  const [, start, end] = REDO.exec(text) ?? []
  if (!start || !end) return 'had nothing to read again'
  return `read ${amount(positionOf(end) - positionOf(start))} of its log again (${start} to ${end})`
}

function textFrom(log: string, from: number): string {
  if (!existsSync(log)) return ''
  const size = logSize(log)
  // Put aside meanwhile, since it was long: this is another one.
  const start = from > size ? 0 : from
  const bytes = Buffer.alloc(size - start)
  const file = openSync(log, 'r')
  try {
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, start))
  } finally {
    closeSync(file)
  }
}

function positionOf(text: string): number {
  const [high = '0', low = '0'] = text.split('/')
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16)
}

function amount(bytes: number): string {
  return bytes < 2 ** 20 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 2 ** 20).toFixed(1)} MB`
}
