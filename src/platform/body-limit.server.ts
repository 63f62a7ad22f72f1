import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/** Bytes of the largest JSON body: rich text at its limit, in a script of three bytes a letter. */
const BODY_LIMIT = 256 * 1024
const TOO_LARGE = 'This is more than a request may hold.'

/** The one address that takes more. */
export interface Upload {
  path: string
  /** Bytes */
  limit: number
  /** Said to who sends more. */
  message: string
}

/** Uploads are held in memory as a whole: this many at once, and whoever comes then comes again. */
const UPLOADS_AT_ONCE = 8
const BUSY = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'Many pictures are arriving just now. Please try again.',
}

/**
 * Refuses (413) what is larger than any text of ours. A body of stated length is judged by that, which Node holds it
 * to; only one of unknown length is read through Hono's counter, whose stream costs 50 µs a request.
 */
export function limitedBody(upload: Upload): MiddlewareHandler {
  const texts = limitedTo(BODY_LIMIT, TOO_LARGE)
  const uploads = limitedTo(upload.limit, upload.message)
  let underWay = 0
  return async (c, next) => {
    if (c.req.path !== upload.path) return texts(c, next)
    if (underWay >= UPLOADS_AT_ONCE) return c.json(BUSY, 503, { 'retry-after': '2' })
    underWay++
    try {
      return await uploads(c, next)
    } finally {
      underWay--
    }
  }
}

function limitedTo(maxSize: number, message: string): MiddlewareHandler {
  const refuse = (c: Context) => c.json({ code: 'PAYLOAD_TOO_LARGE', message }, 413)
  const counted = bodyLimit({ maxSize, onError: refuse })
  return async (c, next) => {
    if (c.req.header('transfer-encoding') !== undefined) return counted(c, next)
    if (Number(c.req.header('content-length') ?? 0) > maxSize) return refuse(c)
    return next()
  }
}
