import { showDensity } from '../content/posts/list/density.ts'
import type { PageFlags } from '../platform/http/page-protocol.ts'
import { flagPageTop } from '../platform/scrolling.ts'
import { showTheme } from './theme.ts'

/**
 * A script for <head> that runs before the first paint. Sets the theme, list density and scroll position, and
 * whether the reader may be a member, so that CSS can hide parts for guests. The functions are inlined as
 * text, so they must be self-contained.
 */
export const FIRST_PAINT = `(${showTheme})();(${showDensity})();(${flagPageTop})();(${hintSession})()`

function hintSession(): void {
  try {
    const { expires_at } = JSON.parse(localStorage.getItem('session') ?? '{}')
    // Also checks the cookie, like accounts/session/member-hint.ts: the browser may have lost its storage.
    const isHinted = /(^|; )threshold\.member=1/.test(document.cookie)
    if (isHinted || new Date(expires_at) > new Date())
      (document.documentElement.dataset as PageFlags).session = 'maybe'
  } catch {}
}
