/**
 * A page of ours in a frame of somebody else's is meant to catch clicks: the whole window goes to the page itself. The
 * server forbids frames, too; this is for browsers that do not listen. Answers whether it was in a frame.
 */
export function leaveFrame(page: Pick<Window, 'self' | 'top' | 'location'> = window): boolean {
  if (page.top === page.self) return false
  try {
    if (page.top) page.top.location.href = page.location.href
  } catch {
    // The frame may not lead its window elsewhere: the alert is all there is.
  }
  return true
}
