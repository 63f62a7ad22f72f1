/**
 * A cookie that script may read, beside the session's, which it may not. It says that somebody is signed in here and
 * nothing else: a browser that has lost its storage but kept its cookies still loads the member's page. A copy of the name
 * is in features/shell/first-paint.ts.
 */
export const MEMBER_HINT = 'threshold.member'

export function hasMemberHint(): boolean {
  return document.cookie.split('; ').includes(`${MEMBER_HINT}=1`)
}

/** The server has said that nobody is signed in. */
export function endMemberHint(): void {
  if (typeof document !== 'undefined' && hasMemberHint())
    // biome-ignore lint/suspicious/noDocumentCookie: Firefox 140 has no Cookie Store API
    document.cookie = `${MEMBER_HINT}=; Max-Age=0; Path=/`
}
