import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit as limitBody } from 'hono/body-limit'

/** Maximum bytes of a JSON body, enough for every text except a post, even at three bytes per character. */
const BODY_LIMIT = 256 * 1024
const LONG_BODY_LIMIT = 1024 * 1024
const TOO_LARGE = 'The request is too large.'
export const UPLOAD_INTERRUPTED = {
  code: 'BAD_REQUEST',
  message: 'The upload was interrupted. Please try again.',
}

/** An image upload. These are the only operations with a larger body. */
export interface Uploads {
  method: string
  path: string
  read: MiddlewareHandler
}

/**
 * Refuses (413) a body above BODY_LIMIT, or LONG_BODY_LIMIT if its path matches `longBodies`. Node enforces a
 * stated length. Hono only counts bodies of unknown length, because counting takes 50 µs.
 */
export function bodyLimit(uploads: readonly Uploads[], longBodies = /^$/): MiddlewareHandler {
  const counted = counting(BODY_LIMIT)
  const countedLong = counting(LONG_BODY_LIMIT)
  return async (c, next) => {
    const upload = uploads.find(({ path, method }) => c.req.path === path && c.req.method === method)
    if (upload) return upload.read(c, next)
    const isLong = longBodies.test(c.req.path)
    if (c.req.header('transfer-encoding') !== undefined) return (isLong ? countedLong : counted)(c, next)
    return statedLength(c) > (isLong ? LONG_BODY_LIMIT : BODY_LIMIT) ? tooLarge(c, TOO_LARGE) : next()
  }
}

function counting(maxSize: number): MiddlewareHandler {
  return wholeBody({
    maxSize,
    tooLarge: (c) => tooLarge(c, TOO_LARGE),
    partial: (c) => c.json(UPLOAD_INTERRUPTED, 400),
  })
}

export function tooLarge(c: Context, message: string): Response {
  return c.json({ code: 'PAYLOAD_TOO_LARGE', message }, 413)
}

export function statedLength(c: Context): number {
  return Number(c.req.header('content-length') ?? 0)
}

interface Limit {
  maxSize: number
  tooLarge: (c: Context) => Response
  partial: (c: Context) => Response
}

/** Limits the body like Hono, but answers an interrupted body with `partial` instead of an internal error. */
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

/** Body limit for forms that contain only a token. */
export const FORM_LIMIT = wholeBody({
  maxSize: 4096,
  tooLarge: (c) => c.text('This is too long for a link.', 413),
  partial: malformedForm,
})

/** Returns the text fields of a form, or undefined for a malformed body or another content type. */
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
