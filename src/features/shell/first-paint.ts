import type { PageFlags } from '../../platform/page-protocol.ts'
import { noteStart } from '../../platform/scrolling.ts'
import { showDensity } from '../posts/list/density.ts'
import { showTheme } from './theme.ts'

/**
 * Runs in <head>, before anything is painted: the theme, the density of lists, whether it is read from its top, and whether it may be a
 * member's, so that style can hide what is only for guests until the session is known. Functions are written out as text: what they use
 * has to be inside of them.
 */
export const FIRST_PAINT = `(${showTheme})();(${showDensity})();(${noteStart})();(${hintSession})()`

function hintSession(): void {
  try {
    const { expires_at } = JSON.parse(localStorage.getItem('session') ?? '{}')
    // As in features/accounts/session/member-hint.ts, for a browser that has lost its storage.
    const isHinted = /(^|; )threshold\.member=1/.test(document.cookie)
    if (isHinted || new Date(expires_at) > new Date())
      (document.documentElement.dataset as PageFlags).session = 'maybe'
  } catch {}
}
