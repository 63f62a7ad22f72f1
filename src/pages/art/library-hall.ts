import type { Random } from '../../platform/random.ts'
import { at, HEIGHT, type Point, polar, shape, short, strokePath, times, WIDTH } from './draw.ts'

export const VANISHING: Point = [WIDTH / 2, 560]
/** Size of the hall at distance 1: half its width, and its walls' height above and below eye level. */
const HALF = 700
const WALL = 330
const EYE = 330
const SHELVES = 7
const BAYS = 8
/** Distance of the nearest bay of shelves, and the depth of each bay. */
const NEAR = 0.86
const BAY = 0.62

/** Projects a point onto the canvas. `side` is -1 to 1, `up` is the height relative to eye level. */
function seen(side: number, up: number, distance: number): Point {
  return [VANISHING[0] + (side * HALF) / distance, VANISHING[1] - up / distance]
}

/** Draws the window at the end of the hall: a half-risen sun, as in the logo. */
export function oculus(): string {
  const [x, y] = VANISHING
  const rays = times(25, (index) => {
    const angle = ((index - 12) / 12) * 1.5
    return `M${at(...polar(VANISHING, angle, 46))}L${at(...polar(VANISHING, angle, 70 + (index % 2) * 30))}`
  })
  return (
    shape(`M${x - 38} ${y}a38 38 0 0 1 76 0z`, '#fff1cf') + strokePath(rays, '#ffe0a6', 1.2, 'opacity=".6"')
  )
}

export function vault(): string {
  const spring = (distance: number) => seen(1, WALL, distance)
  const ribs = times(BAYS * 2 + 1, (index) => {
    const distance = NEAR + (index * BAY) / 2
    const [right, y] = spring(distance)
    const radius = right - VANISHING[0]
    const rib = `M${at(VANISHING[0] - radius, y)}A${short(radius)} ${short(radius * 0.78)} 0 0 1 ${at(right, y)}`
    return strokePath(rib, 'url(#lib-rib)', (index % 2 ? 1.2 : 4) / distance + 0.4)
  })
  const purlins = times(15, (index) => {
    const angle = ((index - 7) / 7) * 1.45
    const place = (distance: number) => seen(Math.sin(angle), WALL + Math.cos(angle) * HALF * 0.78, distance)
    return `M${at(...place(NEAR * 0.8))}L${at(...place(NEAR + BAYS * BAY))}`
  })
  return ribs.join('') + strokePath(purlins, 'url(#lib-rib)', 0.9, 'opacity=".7"')
}

/** Colors of leather and cloth bindings, lit and in shadow. The most common come first. */
export const BINDINGS = [
  ['#d98a45', '#2b160f'],
  ['#b8633a', '#22110e'],
  ['#f0bd74', '#33210f'],
  ['#8f5a4a', '#191016'],
  ['#5f78b0', '#0c1530'],
  ['#8a78c4', '#171230'],
  ['#ffeccb', '#8a6a3a'],
  ['#c4e0ff', '#4f86d0'],
] as const

/** Draws a wall, seven shelves per bay, and its reflection. Adds positions of glowing books to `alight`. */
export function wall(random: Random, side: 1 | -1, alight: Point[]): string {
  const bays = times(BAYS, (index) => bay(random, side, BAYS - 1 - index, alight))
  const id = side === 1 ? 'lib-right' : 'lib-left'
  // Draws the reflection as a shear, because the wall's horizontal position is proportional to its depth.
  const shear = (-2 * EYE * side) / HALF
  const [x, y] = VANISHING
  return (
    `<g id="${id}">${bays.join('')}</g>` +
    `<use href="#${id}" opacity=".5" transform="matrix(1 ${-shear} 0 -1 0 ${2 * y + shear * x})"/>`
  )
}

function bay(random: Random, side: number, index: number, alight: Point[]): string {
  const from = NEAR + index * BAY
  const height = (WALL + EYE) / SHELVES
  const books: string[] = BINDINGS.map(() => '')
  const boards: string[] = []
  for (let shelf = 0; shelf < SHELVES; shelf++) {
    const bottom = -EYE + shelf * height
    boards.push(`M${at(...seen(side, bottom, from))}L${at(...seen(side, bottom, from + BAY))}`)
    let z = from + 0.03
    while (z < from + BAY - 0.05) {
      const thickness = (0.014 + random() * 0.025) * (1 + index * 0.4)
      const isThere = random() > 0.07
      const top = bottom + height * (0.5 + random() * 0.36)
      if (isThere) {
        const binding = Math.floor(random() ** 1.9 * BINDINGS.length)
        if (binding === BINDINGS.length - 1) alight.push(seen(side, top, z + thickness / 2))
        books[binding] += book(side, bottom, top, z, Math.min(z + thickness * 0.86, from + BAY - 0.03))
      }
      z += thickness
    }
  }
  const post = `M${at(...seen(side, -EYE, from))}L${at(...seen(side, WALL, from))}`
  const spines = books.map((d, binding) => shape(d, `url(#lib-${binding})`))
  return (
    spines.join('') +
    strokePath(boards, '#2a2233', 3 / from) +
    strokePath(post, '#15131f', 13 / from) +
    strokePath(post, '#e0a25a', 1.4 / from, 'opacity=".55"')
  )
}

/** Draws the spine of a book in perspective. Its left and right edges are vertical. */
function book(side: number, bottom: number, top: number, from: number, to: number): string {
  const [near, nearTop] = [seen(side, bottom, from), seen(side, top, from)[1]]
  const [far, farTop] = [seen(side, bottom, to), seen(side, top, to)[1]]
  return `M${at(...near)}V${short(nearTop)}L${at(far[0], farTop)}V${short(far[1])}z`
}

export function floor(): string {
  const [x, y] = VANISHING
  const along = times(13, (index) => {
    const side = (index - 6) / 6
    return `M${at(...seen(side, -EYE, 0.7))}L${at(...seen(side, -EYE, NEAR + BAYS * BAY))}`
  })
  const across = times(BAYS * 2, (index) => {
    const distance = NEAR + (index * BAY) / 2
    return `M${at(...seen(-1, -EYE, distance))}L${at(...seen(1, -EYE, distance))}`
  })
  const far = NEAR + BAYS * BAY
  const surface = `M${at(...seen(-1, -EYE, 0.6))}L${at(...seen(-1, -EYE, far))}L${at(...seen(1, -EYE, far))}L${at(...seen(1, -EYE, 0.6))}z`
  const path = `M${x - 8} ${y + 40}L${x - 250} ${HEIGHT}H${x + 250}L${x + 8} ${y + 40}z`
  return (
    shape(surface, 'url(#lib-still)') +
    shape(path, 'url(#lib-floor)', 'opacity=".3"') +
    strokePath([...along, ...across], 'url(#lib-floor)', 1)
  )
}
