import * as z from 'zod'
import { CURSOR_LIMIT, type KeysetOrder, readCursor } from './keyset.ts'

export const BROKEN_CURSOR = 'This page link isn’t valid. Start from the first page.'

export const CURSOR_ERRORS = { BAD_REQUEST: { message: BROKEN_CURSOR } }

/** Returns the schema of a list's cursor. `read` returns undefined for cursors of other lists. */
export function cursorSchema<Read extends object>(read: (text: string) => Read | undefined) {
  return z
    .string()
    .max(CURSOR_LIMIT)
    .transform((text, context): Read => {
      const cursor = read(text)
      if (cursor) return cursor
      context.addIssue(BROKEN_CURSOR)
      return z.NEVER
    })
    .optional()
}

export function cursorIn(...orders: KeysetOrder[]) {
  return cursorSchema((text) => readCursor(text, ...orders))
}
