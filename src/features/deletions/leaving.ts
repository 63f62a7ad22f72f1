/** Milliseconds in another window or tab after which somebody does not come back to undo anything. */
const AWAY_FOR = 10_000

let isWatching = false

/**
 * Calls back when the page is left: closed, loaded anew, frozen, or out of sight for long. Not on a look at another tab.
 * Before it is unloaded, too: what is loaded next is asked for earlier than this page goes.
 */
export function watchLeaving(onLeave: () => void): void {
  if (isWatching) return
  isWatching = true
  for (const event of ['beforeunload', 'pagehide']) addEventListener(event, onLeave)
  // Phones end a page that is out of sight without a word.
  document.addEventListener('freeze', onLeave)
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    if (document.hidden || !document.hasFocus()) timer = setTimeout(onLeave, AWAY_FOR)
  }
  for (const event of ['focus', 'blur']) addEventListener(event, look)
  document.addEventListener('visibilitychange', look)
  look()
}
