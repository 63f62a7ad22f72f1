/**
 * The path, search and fragment of `value` if it is an address of this site other than /auth itself, else nothing:
 * where a person goes after signing in must never lead them away.
 */
export function localPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value) || value.length > LONGEST) return undefined
  if (!URL.canParse(value, SOMEWHERE)) return undefined
  const { origin, pathname, search, hash } = new URL(value, SOMEWHERE)
  const isHere = origin === SOMEWHERE && !pathname.startsWith('//') && !/^\/auth(\/|$)/.test(pathname)
  return isHere ? pathname + search + hash : undefined
}

const SOMEWHERE = 'http://here.invalid'
const LONGEST = 2000
