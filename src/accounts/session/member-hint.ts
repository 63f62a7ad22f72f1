/** Cookie from which scripts learn that a member is signed in if storage is lost. Repeated in shell/first-paint.ts. */
export const MEMBER_HINT = 'threshold.member'

export function hasMemberHint(): boolean {
  return document.cookie.split('; ').includes(`${MEMBER_HINT}=1`)
}

export function endMemberHint(): void {
  if (typeof document !== 'undefined' && hasMemberHint())
    // biome-ignore lint/suspicious/noDocumentCookie: Firefox 140 has no Cookie Store API
    document.cookie = `${MEMBER_HINT}=; Max-Age=0; Path=/`
}
