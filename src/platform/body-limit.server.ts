import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit as limitBody } from 'hono/body-limit'

/** Bytes of a JSON body: more than any text but that of a post, in a script of three bytes a letter. */
const BODY_LIMIT = 256 * 1024
/** Of one with a post: HTML at its limit, in such a script. */
const LONG_BODY_LIMIT = 1024 * 1024
const TOO_LARGE = 'The request is too large.'
export const PARTIAL = { code: 'BAD_REQUEST', message: 'The upload was interrupted. Please try again.' }

/** The one operation with larger bodies, and how they are read. */
export interface Uploads {
  method: string
  path: string
  read: MiddlewareHandler
}

/**
 * Refuses (413) what is larger than any text of ours, or, at paths of `longBodies`, than any post. A body of stated length is judged by that, which Node holds it
 * to; only one of unknown length is read through Hono's counter, whose stream costs 50 µs a request.
 */
export function bodyLimit(uploads: Uploads, longBodies = /^$/): MiddlewareHandler {
  const counted = counting(BODY_LIMIT)
  const countedLong = counting(LONG_BODY_LIMIT)
  return async (c, next) => {
    if (c.req.path === uploads.path && c.req.method === uploads.method) return uploads.read(c, next)
    const isLong = longBodies.test(c.req.path)
    if (c.req.header('transfer-encoding') !== undefined) return (isLong ? countedLong : counted)(c, next)
    return statedLength(c) > (isLong ? LONG_BODY_LIMIT : BODY_LIMIT) ? tooLarge(c, TOO_LARGE) : next()
  }
}

function counting(maxSize: number): MiddlewareHandler {
  return wholeBody({ maxSize, tooLarge: (c) => tooLarge(c, TOO_LARGE), partial: (c) => c.json(PARTIAL, 400) })
}

export function tooLarge(c: Context, message: string): Response {
  return c.json({ code: 'PAYLOAD_TOO_LARGE', message }, 413)
}

export function statedLength(c: Context): number {
  return Number(c.req.header('content-length') ?? 0)
}

interface Limit {
  /** Bytes */
  maxSize: number
  /** The response to a larger body. */
  tooLarge: (c: Context) => Response
  /** The response to a body that breaks off. */
  partial: (c: Context) => Response
}

/** Hono's limit. A body that breaks off while it is read is refused, where Hono throws as if the fault were ours. */
function wholeBody({ maxSize, tooLarge, partial }: Limit): MiddlewareHandler {
  const limit = limitBody({ maxSize, onError: tooLarge })
  return async (c, next) => {
    let hasArrived = false
    const proceed = () => {
      hasArrived = true
      return next()
    }
    try {
      return await limit(c, proceed)
    } catch (error) {
      if (hasArrived) throw error
      return partial(c)
    }
  }
}

/** For forms that hold a token and nothing else: they are read into memory as a whole. */
export const FORM_LIMIT = wholeBody({
  maxSize: 4096,
  tooLarge: (c) => c.text('This is more than a link holds.', 413),
  partial: malformedForm,
})

/** The text fields of a submitted form; undefined for a body that is malformed or no form. */
export async function readForm(c: Context): Promise<Record<string, string> | undefined> {
  if (!FORM.test(c.req.header('content-type') ?? '')) return undefined
  const fields = await c.req.parseBody().catch(() => undefined)
  if (!fields) return undefined
  const isText = (field: [string, unknown]): field is [string, string] => typeof field[1] === 'string'
  return Object.fromEntries(Object.entries(fields).filter(isText))
}

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i

export function malformedForm(c: Context): Response {
  return c.text('This form could not be read. Please go back and try again.', 400)
}
