import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'

/** PostgreSQL 18's messages when it recovers (xlogrecovery.c). */
const REDO = /redo starts at ([\dA-F]+\/[\dA-F]+)[\s\S]*redo done at ([\dA-F]+\/[\dA-F]+)/
const CRASHED = /database system was (?:interrupted|not properly shut down)/

export function logSize(log: string): number {
  return statSync(log, { throwIfNoEntry: false })?.size ?? 0
}

/** Describes the recovery logged since byte `from`. Undefined after an orderly shutdown. */
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
  // The log was rotated.
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
