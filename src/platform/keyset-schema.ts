import * as z from 'zod'
import { CURSOR_LIMIT, type KeysetOrder, readCursor } from './keyset.ts'

/** What is said of a cursor that we did not write, or wrote for another list. */
export const BROKEN_CURSOR = 'This page address is not one of ours.'

/** The error of an operation that takes a cursor. */
export const CURSOR_ERRORS = { BAD_REQUEST: { message: BROKEN_CURSOR } }

/** Where a list goes on; without one it begins. `read` gives undefined for what is none of the list's cursors. */
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

/** Where a list goes on that has one of these orders. */
export function cursorIn(...orders: KeysetOrder[]) {
  return cursorSchema((text) => readCursor(text, ...orders))
}
