/**
 * A cookie that scripts can read. It says only that somebody is signed in, for browsers that lost their storage but kept their
 * cookies. features/shell/first-paint.ts has a copy of the name.
 */
export const MEMBER_HINT = 'threshold.member'

export function hasMemberHint(): boolean {
  return document.cookie.split('; ').includes(`${MEMBER_HINT}=1`)
}

export function endMemberHint(): void {
  if (typeof document !== 'undefined' && hasMemberHint())
    // biome-ignore lint/suspicious/noDocumentCookie: Firefox 140 has no Cookie Store API
    document.cookie = `${MEMBER_HINT}=; Max-Age=0; Path=/`
}
