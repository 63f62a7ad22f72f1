/** Returns path, query and fragment if `value` is a URL on this site outside /auth. Prevents open redirects. */
export function localPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value) || value.length > LONGEST) return undefined
  if (!URL.canParse(value, SOMEWHERE)) return undefined
  const { origin, pathname, search, hash } = new URL(value, SOMEWHERE)
  const isHere = origin === SOMEWHERE && !pathname.startsWith('//') && !/^\/auth(\/|$)/.test(pathname)
  return isHere ? pathname + search + hash : undefined
}

const SOMEWHERE = 'http://here.invalid'
const LONGEST = 2000
