import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

interface Limit {
  /** Bytes */
  maxSize: number
  /** The response to a larger body. */
  tooLarge: (c: Context) => Response
  /** The response to a body that breaks off. */
  partial: (c: Context) => Response
}

/** Hono's limit. A body that breaks off while it is read is refused, where Hono throws as if the fault were ours. */
export function wholeBody({ maxSize, tooLarge, partial }: Limit): MiddlewareHandler {
  const limit = bodyLimit({ maxSize, onError: tooLarge })
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
