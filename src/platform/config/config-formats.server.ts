import { createPrivateKey } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'

export const address = /^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)*$/
export const mailbox = new RegExp(
  `^(?:[^<>"\\r\\n]+<[^\\s@<>"]+@[^\\s@<>"]+>|${address.source.slice(1, -1)})$`,
)

export const url = (...protocols: string[]) =>
  z
    .string()
    .refine((text) => protocols.includes(protocolOf(text)))
    .describe(`an address that starts with ${protocols.join('// or ')}//`)
export const postgresUrl = () =>
  url('postgres:', 'postgresql:').optional().describe('like postgresql://user:password@host:5432/database')
export const wholeNumber = (least: number, most: number, byDefault: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most)
    .default(byDefault)
    .describe(`a whole number from ${least} to ${most}`)
export const onOff = (byDefault: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(byDefault)
    .transform((value) => value === 'on')
    .describe('on or off')

function protocolOf(text: string): string {
  const parts = /^([a-z]+:)\/\/\S+$/.exec(text)
  // Inserts a host. The URL of a Unix socket has none, and URL rejects a user name without a host.
  return parts?.[1] && URL.canParse(text.replace('@/', '@socket/')) ? parts[1] : ''
}

/** Returns whether `text` is a URL without a path, query or user name. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url?.pathname === '/' && !url.search && !url.hash && !url.username
}

export function isNetwork(text: string): boolean {
  const [ip = '', bits, ...more] = text.split('/')
  const widest = isIP(ip) === 4 ? 32 : 128
  return (
    isIP(ip) > 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest))
  )
}

/** Returns whether `text` is a private key in PEM format of a type that DKIM supports. */
export function isPrivateKey(text: string): boolean {
  try {
    return ['rsa', 'ed25519'].includes(createPrivateKey(text).asymmetricKeyType ?? '')
  } catch {
    return false
  }
}

export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}

/** Parses text like `7 daily, 4 weekly, 6 monthly`. Returns undefined if malformed. Missing parts are 0. */
export function parseBackupRetention(text: string) {
  const keep = { daily: 0, weekly: 0, monthly: 0 }
  for (const item of splitList(text)) {
    const [, count, period] = /^(\d{1,4}) (daily|weekly|monthly)$/.exec(item) ?? []
    if (!period) return undefined as never
    keep[period as keyof typeof keep] = Number(count)
  }
  return keep
}

/** Allowed ranges of a cron expression: minute, hour, day, month and weekday. Sunday is 0 or 7. */
const FIELDS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const

/** Checks a cron expression: five fields like `5`, `1-5`, `1,3` or `*`, each with an optional step. */
export function isCron(text: string): boolean {
  const fields = text.split(' ')
  return (
    fields.length === FIELDS.length &&
    FIELDS.every(([least, most], index) =>
      fields[index]?.split(',').every((part) => isPart(part, least, most)),
    )
  )
}

function isPart(part: string, least: number, most: number): boolean {
  const match = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part)
  if (!match) return false
  const [, first, last, step] = match
  const [from, to] = [Number(first ?? least), Number(last ?? first ?? most)]
  return from >= least && to <= most && from <= to && (step === undefined || Number(step) > 0)
}
