import type { Context, MiddlewareHandler } from 'hono'
import { addressGroup } from './address.server.ts'
import { wholeBody } from './form-body.server.ts'

/** Bytes of a JSON body: more than any text but that of a post, in a script of three bytes a letter. */
const BODY_LIMIT = 256 * 1024
/** Of one with a post: HTML at its limit, in such a script. */
const LONG_BODY_LIMIT = 1024 * 1024
const TOO_LARGE = 'This is more than a request may hold.'

/** The one operation that takes more. */
export interface Upload {
  method: string
  path: string
  /** Bytes */
  limit: number
  /** Said to who sends more. */
  message: string
  /** Whose it is, by its headers; nothing when nobody is signed in. Throws (429) for who sends too often. */
  sender(c: Context): Promise<Sender | undefined>
  /** Milliseconds in which it has to arrive; 30,000. */
  patience?: number
}

interface Sender {
  account: string
  /** '' when it is unknown, or counts for nothing. */
  address: string
}

/** Uploads are held in memory as a whole: this many arrive at once, and whoever comes then comes again. */
const UPLOADS_AT_ONCE = 8
/** Of those from one address: accounts are cheap. */
const OF_ONE_ADDRESS = 2
/** Five megabytes arrive in time at 1.4 Mbit/s. */
const BODY_TIMEOUT_MS = 30_000
/** Seconds after which somebody who was refused may try again. */
const RETRY_AFTER = 2

const UNAUTHORIZED = { code: 'UNAUTHORIZED', message: 'Please sign in.' }
const BUSY = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'Many pictures are arriving just now. Please try again.',
  data: { retry_after: RETRY_AFTER },
}
const ANOTHER = {
  code: 'TOO_MANY_REQUESTS',
  message: 'Another picture of yours is still arriving. Please try again in a moment.',
  data: { retry_after: RETRY_AFTER },
}
const LATE = { code: 'REQUEST_TIMEOUT', message: 'This took too long to arrive. Please try again.' }
const PARTIAL = { code: 'BAD_REQUEST', message: 'This did not arrive as a whole.' }

/**
 * Refuses (413) what is larger than any text of ours, or, at paths of `longBodies`, than any post. A body of stated length is judged by that, which Node holds it
 * to; only one of unknown length is read through Hono's counter, whose stream costs 50 µs a request.
 */
export function bodyLimit(upload: Upload, longBodies = /^$/): MiddlewareHandler {
  const uploads = limitedUpload(upload)
  const counted = counting(BODY_LIMIT)
  const countedLong = counting(LONG_BODY_LIMIT)
  return async (c, next) => {
    if (c.req.path === upload.path && c.req.method === upload.method) return uploads(c, next)
    const isLong = longBodies.test(c.req.path)
    if (c.req.header('transfer-encoding') !== undefined) return (isLong ? countedLong : counted)(c, next)
    return statedLength(c) > (isLong ? LONG_BODY_LIMIT : BODY_LIMIT) ? tooLarge(c, TOO_LARGE) : next()
  }
}

function counting(maxSize: number): MiddlewareHandler {
  return wholeBody({ maxSize, tooLarge: (c) => tooLarge(c, TOO_LARGE), partial: (c) => c.json(PARTIAL, 400) })
}

/**
 * Nothing of it is read before it is known whose it is. Who sends slowly holds a place of their own, and not for long;
 * with the last byte it is free, as decoding has a queue of its own, but a member's next picture waits for that, too.
 */
function limitedUpload({ limit, message, sender, patience = BODY_TIMEOUT_MS }: Upload): MiddlewareHandler {
  const underWay = new Set<string>()
  const slots = new UploadSlots()
  return async (c, next) => {
    const who = await sender(c)
    if (!who) return c.json(UNAUTHORIZED, 401)
    if (statedLength(c) > limit) return tooLarge(c, message)
    const again = { 'retry-after': String(RETRY_AFTER) }
    if (underWay.has(who.account)) return c.json(ANOTHER, 429, again)
    if (!slots.acquire(who)) return c.json(BUSY, 503, again)
    underWay.add(who.account)
    try {
      const body = await readInTime(c.req.raw, limit, patience).finally(() => slots.release(who))
      if (body === 'large') return tooLarge(c, message)
      if (body === 'late') return c.json(LATE, 408, { connection: 'close' })
      if (body === 'partial') return c.json(PARTIAL, 400, { connection: 'close' })
      c.req.raw = new Request(c.req.raw, { body })
      return await next()
    } finally {
      underWay.delete(who.account)
    }
  }
}

/** Who has an upload arriving. */
class UploadSlots {
  /** By account: the address group. */
  private readonly taken = new Map<string, string>()

  /** False where there is none for them. */
  acquire({ account, address }: Sender): boolean {
    const group = addressGroup(address)
    const neighbours = group ? this.taken.values().filter((each) => each === group) : []
    if (this.taken.size >= UPLOADS_AT_ONCE || [...neighbours].length >= OF_ONE_ADDRESS) return false
    this.taken.set(account, group)
    return true
  }

  release({ account }: Sender): void {
    this.taken.delete(account)
  }
}

function tooLarge(c: Context, message: string): Response {
  return c.json({ code: 'PAYLOAD_TOO_LARGE', message }, 413)
}

function statedLength(c: Context): number {
  return Number(c.req.header('content-length') ?? 0)
}

/** The whole body, or why there is none. */
async function readInTime(request: Request, limit: number, patience: number) {
  const reader = request.body?.getReader()
  if (!reader) return new Uint8Array()
  const { promise: late, resolve } = Promise.withResolvers<'late'>()
  const clock = setTimeout(() => resolve('late'), patience)
  try {
    const body = await Promise.race([readAll(reader, limit), late])
    // What comes after this is of no interest.
    if (typeof body === 'string') void reader.cancel().catch(() => undefined)
    return body
  } finally {
    clearTimeout(clock)
  }
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, limit: number) {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      size += piece.value.byteLength
      if (size > limit) return 'large'
      parts.push(piece.value)
    }
    return new Uint8Array(Buffer.concat(parts))
  } catch {
    return 'partial'
  }
}
