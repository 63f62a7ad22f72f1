import type { PageFlags } from '../../platform/page-protocol.ts'
import { noteStart } from '../../platform/scrolling.ts'
import { showDensity } from '../posts/list/density.ts'
import { showTheme } from './theme.ts'

/**
 * Runs in <head> before the first paint: theme, density of lists, scroll position, and whether the reader may be a member, so
 * that style hides what is for guests. The functions become text, so they must not use anything outside of them.
 */
export const FIRST_PAINT = `(${showTheme})();(${showDensity})();(${noteStart})();(${hintSession})()`

function hintSession(): void {
  try {
    const { expires_at } = JSON.parse(localStorage.getItem('session') ?? '{}')
    // As in features/accounts/session/member-hint.ts, for a browser that lost its storage.
    const isHinted = /(^|; )threshold\.member=1/.test(document.cookie)
    if (isHinted || new Date(expires_at) > new Date())
      (document.documentElement.dataset as PageFlags).session = 'maybe'
  } catch {}
}
