/** Milliseconds in another window or tab after which a member is unlikely to press Undo. */
const AWAY_FOR = 10_000

let isWatching = false

/** Calls `onLeave` when the page closes, reloads, freezes or loses focus for long. */
export function onPageLeave(onLeave: () => void): void {
  if (isWatching) return
  isWatching = true
  for (const event of ['beforeunload', 'pagehide']) addEventListener(event, onLeave)
  // Listens for `freeze` too, because phones kill background pages without a `pagehide` event.
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
