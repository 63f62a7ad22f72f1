import { showDensity } from '../content/posts/list/density.ts'
import type { PageFlags } from '../platform/http/page-protocol.ts'
import { flagPageTop } from '../platform/scrolling.ts'
import { showTheme } from './theme.ts'

/**
 * Runs in <head> before the first paint. Sets theme, density of lists, scroll position, and whether the
 * reader may be a member, so that CSS can hide parts for guests. The functions are inlined as text, so they
 * must be self-contained.
 */
export const FIRST_PAINT = `(${showTheme})();(${showDensity})();(${flagPageTop})();(${hintSession})()`

function hintSession(): void {
  try {
    const { expires_at } = JSON.parse(localStorage.getItem('session') ?? '{}')
    // Same check as accounts/session/member-hint.ts, for a browser that has lost its storage.
    const isHinted = /(^|; )threshold\.member=1/.test(document.cookie)
    if (isHinted || new Date(expires_at) > new Date())
      (document.documentElement.dataset as PageFlags).session = 'maybe'
  } catch {}
}
