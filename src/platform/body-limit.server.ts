import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/** Bytes of the largest JSON body: rich text at its limit, in a script of three bytes a letter. */
const BODY_LIMIT = 256 * 1024
const TOO_LARGE = { code: 'PAYLOAD_TOO_LARGE', message: 'This is more than a request may hold.' }

/**
 * Refuses (413) what is larger than any text of ours. A body of stated length is judged by that, which Node holds it
 * to; only one of unknown length is read through Hono's counter, whose stream costs 50 µs a request.
 */
export function limitedBody(): MiddlewareHandler {
  const counted = bodyLimit({ maxSize: BODY_LIMIT, onError: (c) => c.json(TOO_LARGE, 413) })
  return async (c, next) => {
    if (c.req.header('transfer-encoding') !== undefined) return counted(c, next)
    if (Number(c.req.header('content-length') ?? 0) > BODY_LIMIT) return c.json(TOO_LARGE, 413)
    return next()
  }
}
