export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** What must not be covered; of two that cannot both be spared, the one with the greater weight. */
export interface Obstacle extends Box {
  weight: number
}

interface Spot {
  left: number
  top: number
}

/** Pixels between a toast and what it keeps clear of, and the edges of the screen. */
const GAP = 8

/** From here on the window is wide: toasts come at the bottom right, else below the header. As Tailwind's `md`. */
export const WIDE = '(width >= 48rem)'

/**
 * Where a region of this size covers nothing that is in use: where it is now, at its usual edge, at the opposite one,
 * right above or below one of the obstacles, at the left, over the header. If all of that is taken, where it covers
 * least. `screen` is what is visible: with a keyboard on the screen, what that leaves.
 */
export function findSpot(
  size: { width: number; height: number },
  screen: Box,
  headerBottom: number,
  obstacles: Obstacle[],
  isWide: boolean,
  now?: Spot,
): Spot {
  const upper = Math.max(screen.top, headerBottom) + GAP
  const lower = screen.bottom - size.height - (isWide ? 2 * GAP : GAP)
  const between = obstacles.flatMap(({ top, bottom }) => [top - size.height - GAP, bottom + GAP])
  const usual = isWide ? [lower, upper] : [upper, lower]
  const tops = [...usual, ...between.sort((one, other) => other - one), screen.top + GAP]
  const right = Math.max(screen.left, screen.right - size.width - 2 * GAP)
  const lefts = isWide ? [right, screen.left + 2 * GAP] : [right]
  const spots = [
    ...(now ? [now] : []),
    ...lefts.flatMap((left) => tops.map((top) => ({ left, top }))),
  ].filter(({ top }) => top >= screen.top && top + size.height <= screen.bottom)
  let best = { left: right, top: upper }
  let least = Number.POSITIVE_INFINITY
  for (const spot of spots) {
    const covered = coveredBy(
      { ...spot, right: spot.left + size.width, bottom: spot.top + size.height },
      obstacles,
    )
    if (covered === 0) return spot
    if (covered >= least) continue
    best = spot
    least = covered
  }
  return best
}

function coveredBy(box: Box, obstacles: Obstacle[]): number {
  let covered = 0
  for (const { left, top, right, bottom, weight } of obstacles) {
    const width = Math.min(box.right, right) - Math.max(box.left, left)
    const height = Math.min(box.bottom, bottom) - Math.max(box.top, top)
    if (width > 0 && height > 0) covered += width * height * weight
  }
  return covered
}
