import {
  at,
  dot,
  fade,
  field,
  glow,
  HEIGHT,
  lines,
  type Point,
  polar,
  type Random,
  randomFrom,
  shape,
  short,
  times,
  WIDTH,
} from './draw.ts'

/** Where all lines of the hall meet. */
const VANISHING: Point = [WIDTH / 2, 560]
/** Of the hall, at the distance of 1: half its width, the height of its walls above the eye, and of the eye. */
const HALF = 700
const WALL = 330
const EYE = 330
const SHELVES = 7
const BAYS = 8
/** Distance of the nearest bay, and how deep a bay is. */
const NEAR = 0.86
const BAY = 0.62

/** A hall of books without an end, whose reader is surrounded by what they hold. */
export function drawLibrary(): string {
  const random = randomFrom(1945)
  const alight: Point[] = []
  return [
    `<defs>${light()}</defs>`,
    field('#04060c'),
    field('url(#lib-depth)'),
    oculus(),
    vault(),
    wall(random, -1, alight),
    wall(random, 1, alight),
    floor(),
    field('url(#lib-mist)'),
    knowledge(random, alight),
    reader(),
    field('url(#lib-edge)'),
  ].join('')
}

function light(): string {
  return [
    glow('lib-depth', VANISHING, 700, [
      ['#ffdca0', 0, 0.9],
      ['#d9914a', 0.12, 0.5],
      ['#3a3a66', 0.4, 0.3],
      ['#0a0f1e', 1, 0],
    ]),
    glow('lib-mist', VANISHING, 420, [
      ['#ffe4b0', 0, 0.75],
      ['#f0ad5c', 0.14, 0.4],
      ['#8a6a7a', 0.5, 0.12],
      ['#8a6a7a', 1, 0],
    ]),
    glow('lib-edge', [WIDTH / 2, 520], 980, [
      ['#04060c', 0.5, 0],
      ['#04060c', 1, 0.75],
    ]),
    fade(
      'lib-rim',
      [0, -158],
      [0, 0],
      [
        ['#ffe9c4', 0],
        ['#f2b25e', 0.35, 0.7],
        ['#f2b25e', 1, 0.1],
      ],
    ),
    fade(
      'lib-floor',
      [0, VANISHING[1]],
      [0, HEIGHT],
      [
        ['#f2b25e', 0, 0.6],
        ['#5c6fa8', 0.35, 0.22],
        ['#5c6fa8', 1, 0.06],
      ],
    ),
    fade(
      'lib-still',
      [0, VANISHING[1]],
      [0, HEIGHT],
      [
        ['#0a0e1a', 0, 0.2],
        ['#070a14', 0.4, 0.5],
        ['#04060c', 1, 0.82],
      ],
    ),
    ...BINDINGS.map(([lit, dark], index) =>
      glow(`lib-${index}`, VANISHING, 860, [
        [lit, 0.1],
        [lit, 0.2],
        [dark, 0.8],
        [dark, 1],
      ]),
    ),
    glow('lib-rib', VANISHING, 760, [
      ['#ffe0a6', 0.05, 0.9],
      ['#e0a25a', 0.3, 0.5],
      ['#6c86c4', 0.7, 0.4],
      ['#6c86c4', 1, 0.25],
    ]),
    glow('lib-thread', [VANISHING[0], 330], 620, [
      ['#fff1cf', 0, 0.9],
      ['#9cc4f0', 0.35, 0.55],
      ['#6f9fd8', 1, 0.05],
    ]),
  ].join('')
}

/** A place of the hall on the canvas: `side` from -1 to 1, `up` from the eye, at a distance. */
function seen(side: number, up: number, distance: number): Point {
  return [VANISHING[0] + (side * HALF) / distance, VANISHING[1] - up / distance]
}

/** The end of the hall: the sun that has half risen, as in the mark. */
function oculus(): string {
  const [x, y] = VANISHING
  const rays = times(25, (index) => {
    const angle = ((index - 12) / 12) * 1.5
    return `M${at(...polar(VANISHING, angle, 46))}L${at(...polar(VANISHING, angle, 70 + (index % 2) * 30))}`
  })
  return (
    shape(`M${x - 38} ${y}a38 38 0 0 1 76 0z`, '#fff1cf') +
    lines(rays.join(''), '#ffe0a6', 1.2, 'opacity=".6"')
  )
}

/** Ribs from wall to wall, and the lines that run along the vault. */
function vault(): string {
  const spring = (distance: number) => seen(1, WALL, distance)
  const ribs = times(BAYS * 2 + 1, (index) => {
    const distance = NEAR + (index * BAY) / 2
    const [right, y] = spring(distance)
    const radius = right - VANISHING[0]
    const rib = `M${at(VANISHING[0] - radius, y)}A${short(radius)} ${short(radius * 0.78)} 0 0 1 ${at(right, y)}`
    return lines(rib, 'url(#lib-rib)', (index % 2 ? 1.2 : 4) / distance + 0.4)
  })
  const purlins = times(15, (index) => {
    const angle = ((index - 7) / 7) * 1.45
    const place = (distance: number) => seen(Math.sin(angle), WALL + Math.cos(angle) * HALF * 0.78, distance)
    return `M${at(...place(NEAR * 0.8))}L${at(...place(NEAR + BAYS * BAY))}`
  })
  return ribs.join('') + lines(purlins.join(''), 'url(#lib-rib)', 0.9, 'opacity=".7"')
}

/** Leather and cloth, each in the light from the end of the hall and in the dark; the rarer, the later. */
const BINDINGS = [
  ['#d98a45', '#2b160f'],
  ['#b8633a', '#22110e'],
  ['#f0bd74', '#33210f'],
  ['#8f5a4a', '#191016'],
  ['#5f78b0', '#0c1530'],
  ['#8a78c4', '#171230'],
  ['#ffeccb', '#8a6a3a'],
  ['#c4e0ff', '#4f86d0'],
] as const

/** Seven shelves of one side, bay after bay; on the floor they are seen again. `alight` gets where books glow. */
function wall(random: Random, side: 1 | -1, alight: Point[]): string {
  const bays = times(BAYS, (index) => bay(random, side, BAYS - 1 - index, alight))
  const id = side === 1 ? 'lib-right' : 'lib-left'
  // A mirror on the floor is a shear on the canvas: what is as far from the middle is as far from the eye.
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
    lines(boards.join(''), '#2a2233', 3 / from) +
    lines(post, '#15131f', 13 / from) +
    lines(post, '#e0a25a', 1.4 / from, 'opacity=".55"')
  )
}

/** The spine of a book, seen from the middle of the hall: its sides are upright. */
function book(side: number, bottom: number, top: number, from: number, to: number): string {
  const [near, nearTop] = [seen(side, bottom, from), seen(side, top, from)[1]]
  const [far, farTop] = [seen(side, bottom, to), seen(side, top, to)[1]]
  return `M${at(...near)}V${short(nearTop)}L${at(far[0], farTop)}V${short(far[1])}z`
}

/** Polished stone, with the lines of its slabs. */
function floor(): string {
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
    lines([...along, ...across].join(''), 'url(#lib-floor)', 1)
  )
}

/** Where somebody stands. */
const READER: Point = [VANISHING[0], 884]
/** What the middle of the dome of knowledge is above. */
const DOME: Point = [VANISHING[0], 432]

/** What the books say rises from the shelves and meets in a dome above the reader: points that belong together. */
function knowledge(random: Random, alight: readonly Point[]): string {
  const nodes = times(5, (ring) =>
    times(5 + ring * 4, (index): Point => {
      const angle = ((index + 0.5 + (random() - 0.5) * 0.7) / (5 + ring * 4) - 0.5) * 2.9
      const [x, y] = polar(DOME, angle, 70 + ring * 62 + (random() - 0.5) * 26)
      return [x, DOME[1] + (y - DOME[1]) * 0.92]
    }),
  ).flat()
  const bright = nodes.filter((_, index) => index % 6 === 2)
  const links = nodes.flatMap((node, index) =>
    nodes
      .slice(index + 1)
      .filter((other) => Math.hypot(node[0] - other[0], node[1] - other[1]) < 84)
      .map((other) => `M${at(...node)}L${at(...other)}`),
  )
  const threads = alight.map((start) => {
    const side = Math.sign(start[0] - DOME[0])
    const ends = nodes.filter(([x]) => (x - DOME[0]) * side > 0)
    const end = ends[Math.floor(random() * ends.length)] ?? DOME
    const lift: Point = [start[0] - side * 50, start[1] - 70]
    return `M${at(...start)}C${at(...lift)} ${at(end[0] + side * 60, end[1] + 90)} ${at(...end)}`
  })
  return [
    lines(threads.join(''), 'url(#lib-thread)', 1, 'opacity=".75"'),
    lines(links.join(''), '#9cc4f0', 0.9, 'opacity=".45"'),
    lines(nodes.map(dot).join(''), '#bcd6f6', 4),
    lines(bright.map(dot).join(''), '#fff1cf', 7),
    lines(bright.map(dot).join(''), '#ffd58a', 20, 'opacity=".18"'),
  ].join('')
}

/** One half of somebody in a long coat, from behind; the other is its mirror image. */
const COAT =
  'M0-158C6-158 10-153 10-146C10-139 7-134 4-132L4-128C10-125 17-123 20-114L25-84C26-77 24-73 23-69L31-4C31-1 16 2 0 2z'

function reader(): string {
  const [x, y] = READER
  const half = (mirror: number) =>
    `<g transform="translate(${x} ${y}) scale(${mirror} 1)">${shape(COAT, '#06070d')}` +
    `${lines(COAT.slice(0, -1), 'url(#lib-rim)', 1.6)}</g>`
  const shadow = `M${x - 30} ${y}L${x - 62} ${HEIGHT}H${x + 62}L${x + 30} ${y}z`
  return shape(shadow, '#04060c', 'opacity=".6"') + half(1) + half(-1)
}
