import type { Context, MiddlewareHandler } from 'hono'
import { addressGroup } from './address.server.ts'
import { statedLength, tooLarge, UPLOAD_INTERRUPTED, type Uploads } from './body-limit.server.ts'

/** The API operation that accepts an image upload, and its limits. */
export interface Upload {
  method: string
  path: string
  limit: number
  message: string
  /** Returns the member that the headers identify, or undefined. Throws 429 if they upload too often. */
  sender(c: Context): Promise<Sender | undefined>
  /** Maximum bytes of all unfinished uploads; 64 MiB by default. */
  memory?: number
  /** Milliseconds between checks whether an upload makes progress; 5,000 by default. */
  grace?: number
}

interface Sender {
  account: string
  /** The IP address, or '' if it is unknown or exempt from limits. */
  address: string
}

/** Maximum bytes of all unfinished uploads, held in memory: enough for twelve images of five megabytes. */
const MEMORY = 64 * 2 ** 20
/**
 * Minimum memory limit per IP address in bytes, or two images if they are larger. Needed because one person can
 * create many accounts.
 */
const ADDRESS_MEMORY = 12 * 2 ** 20
/** Minimum bytes per second of an upload. Even a slow mobile network is ten times faster. */
const MINIMUM_RATE = 4096
const GRACE_MS = 5000
const RETRY_AFTER = 2

const UNAUTHORIZED = { code: 'UNAUTHORIZED', message: 'Please sign in.' }
const BUSY = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'Too many pictures are being uploaded right now. Please try again in a moment.',
  data: { retry_after: RETRY_AFTER },
}
const ANOTHER = {
  code: 'TOO_MANY_REQUESTS',
  message: 'Your previous picture is still uploading. Please try again in a moment.',
  data: { retry_after: RETRY_AFTER },
}
const LATE = { code: 'REQUEST_TIMEOUT', message: 'The upload was too slow. Please try again.' }

/**
 * Returns middleware that reads an uploaded image. It authenticates first. Each member can only upload one
 * image at a time, until it is decoded. When memory is full, the slowest upload ends with 503, so that slow
 * senders cannot block others.
 */
export function limitUploads(upload: Upload): Uploads {
  const busyAccounts = new Set<string>()
  const arriving = new Set<ArrivingUpload>()
  const read: MiddlewareHandler = async (c, next) => {
    const sender = await upload.sender(c)
    if (!sender) return c.json(UNAUTHORIZED, 401)
    if (statedLength(c) > upload.limit) return tooLarge(c, upload.message)
    const retry = { 'retry-after': String(RETRY_AFTER) }
    if (busyAccounts.has(sender.account)) return c.json(ANOTHER, 429, retry)
    busyAccounts.add(sender.account)
    try {
      const body = await receive(c.req.raw, sender.address, upload, arriving)
      if (body === 'large') return tooLarge(c, upload.message)
      if (body === 'busy') return c.json(BUSY, 503, { ...retry, connection: 'close' })
      if (body === 'late') return c.json(LATE, 408, { connection: 'close' })
      if (body === 'partial') return c.json(UPLOAD_INTERRUPTED, 400, { connection: 'close' })
      c.req.raw = new Request(c.req.raw, { body })
      return await next()
    } finally {
      busyAccounts.delete(sender.account)
    }
  }
  return { method: upload.method, path: upload.path, read }
}

type Failure = 'busy' | 'large' | 'late' | 'partial'

/** Returns the whole body, or why it could not be read. */
async function receive(
  request: Request,
  address: string,
  { limit, memory = MEMORY, grace = GRACE_MS }: Upload,
  arriving: Set<ArrivingUpload>,
): Promise<Uint8Array<ArrayBuffer> | Failure> {
  const reader = request.body?.getReader()
  if (!reader) return new Uint8Array()
  const upload = new ArrivingUpload(addressGroup(address), grace)
  arriving.add(upload)
  const onProgress = () => freeMemory(upload, [...arriving], memory, limit)
  const body = await Promise.race([readAll(reader, upload, limit, onProgress), upload.failure.promise])
  arriving.delete(upload)
  upload.stop()
  if (typeof body === 'string') void reader.cancel().catch(() => undefined)
  return body
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  upload: ArrivingUpload,
  limit: number,
  onProgress: () => void,
) {
  const parts: Uint8Array[] = []
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      upload.add(piece.value.byteLength)
      if (upload.bytes > limit) return 'large'
      parts.push(piece.value)
      onProgress()
    }
    return new Uint8Array(Buffer.concat(parts))
  } catch {
    return 'partial'
  }
}

/** Ends the slowest uploads while all uploads, or those of one address, exceed their memory limit. */
function freeMemory({ group }: ArrivingUpload, all: ArrivingUpload[], memory: number, limit: number): void {
  endSlowest(all, memory)
  const own = all.filter((upload) => upload.group === group)
  if (group) endSlowest(own, Math.max(ADDRESS_MEMORY, 2 * limit))
}

function endSlowest(uploads: ArrivingUpload[], memory: number): void {
  let total = uploads.reduce((sum, { bytes }) => sum + bytes, 0)
  if (total <= memory) return
  for (const upload of uploads.toSorted((a, b) => a.rate - b.rate)) {
    if (total <= memory) return
    upload.failure.resolve('busy')
    total -= upload.bytes
  }
}

const RATE_WINDOW = 1000

class ArrivingUpload {
  readonly group: string
  /** Resolves when the upload must end early. */
  readonly failure = Promise.withResolvers<'busy' | 'late'>()
  bytes = 0
  private readonly timer: NodeJS.Timeout
  private recentBytes = 0
  private updatedAt = performance.now()

  /** @param grace milliseconds between checks of its progress */
  constructor(group: string, grace: number) {
    this.group = group
    let before = 0
    this.timer = setInterval(() => {
      if (this.bytes - before < (MINIMUM_RATE * grace) / 1000) this.failure.resolve('late')
      before = this.bytes
    }, grace)
  }

  /** Recent bytes per second, weighted towards the last second, so that a paused upload becomes slow. */
  get rate(): number {
    return (this.recentBytesNow() * 1000) / RATE_WINDOW
  }

  add(bytes: number): void {
    this.recentBytes = this.recentBytesNow() + bytes
    this.updatedAt = performance.now()
    this.bytes += bytes
  }

  stop(): void {
    clearInterval(this.timer)
  }

  private recentBytesNow(): number {
    return this.recentBytes * Math.exp((this.updatedAt - performance.now()) / RATE_WINDOW)
  }
}
