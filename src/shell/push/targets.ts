import type { PushPayload } from '../../settings/push/payload.ts'
import { MESSAGES } from '../../shared/branding/destinations.ts'
import { withoutSlug } from '../../shared/branding/item-address.ts'

/** Returns the payload of a push message. Undefined if it is malformed, for example of another version. */
export function readPayload(text = ''): PushPayload | undefined {
  const data = parseJson(text)
  const { title, body, path, tag, icon, unread } = (data ?? {}) as Record<string, unknown>
  const isComplete =
    [title, body, path, tag, icon].every((text) => typeof text === 'string') && Number.isInteger(unread)
  return isComplete ? (data as PushPayload) : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the URL that a notification opens, or the home page if the path leads to another site. */
export function targetUrl(path: unknown, origin: string): string {
  const url = typeof path === 'string' ? URL.parse(path, origin) : null
  return url?.origin === origin ? url.href : `${origin}/`
}

/** Returns whether two URLs show the same discussion, note, conversation or page. */
export function isSamePlace(one: string, other: string): boolean {
  return placeOf(one) === placeOf(other)
}

function placeOf(address: string): string {
  const { origin, pathname, searchParams } = new URL(address)
  const conversation = pathname === MESSAGES ? `?with=${searchParams.get('with') ?? ''}` : ''
  return origin + withoutSlug(pathname) + conversation
}
