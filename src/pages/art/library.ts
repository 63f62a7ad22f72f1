import { type Random, randomFrom } from '../../platform/random.ts'
import {
  at,
  dots,
  fade,
  field,
  glow,
  HEIGHT,
  type Point,
  polar,
  shape,
  strokePath,
  times,
  WIDTH,
} from './draw.ts'
import { BINDINGS, floor, oculus, VANISHING, vault, wall } from './library-hall.ts'

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
    glow('lib-depth', VANISHING, 700, '#ffdca0 0 0.9, #d9914a 0.12 0.5, #3a3a66 0.4 0.3, #0a0f1e 1 0'),
    glow('lib-mist', VANISHING, 420, '#ffe4b0 0 0.75, #f0ad5c 0.14 0.4, #8a6a7a 0.5 0.12, #8a6a7a 1 0'),
    glow('lib-edge', [WIDTH / 2, 520], 980, '#04060c 0.5 0, #04060c 1 0.75'),
    fade('lib-rim', [0, -158], [0, 0], '#ffe9c4 0, #f2b25e 0.35 0.7, #f2b25e 1 0.1'),
    fade('lib-floor', [0, VANISHING[1]], [0, HEIGHT], '#f2b25e 0 0.6, #5c6fa8 0.35 0.22, #5c6fa8 1 0.06'),
    fade('lib-still', [0, VANISHING[1]], [0, HEIGHT], '#0a0e1a 0 0.2, #070a14 0.4 0.5, #04060c 1 0.82'),
    ...BINDINGS.map(([lit, dark], index) =>
      glow(`lib-${index}`, VANISHING, 860, `${lit} 0.1, ${lit} 0.2, ${dark} 0.8, ${dark} 1`),
    ),
    glow('lib-rib', VANISHING, 760, '#ffe0a6 0.05 0.9, #e0a25a 0.3 0.5, #6c86c4 0.7 0.4, #6c86c4 1 0.25'),
    glow('lib-thread', [VANISHING[0], 330], 620, '#fff1cf 0 0.9, #9cc4f0 0.35 0.55, #6f9fd8 1 0.05'),
  ].join('')
}

const READER: Point = [VANISHING[0], 884]
const DOME: Point = [VANISHING[0], 432]

/** Draws points of light that rise from glowing books and form a connected dome above the reader. */
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
    strokePath(threads, 'url(#lib-thread)', 1, 'opacity=".75"'),
    strokePath(links, '#9cc4f0', 0.9, 'opacity=".45"'),
    dots(nodes, '#bcd6f6', 4),
    dots(bright, '#fff1cf', 7),
    dots(bright, '#ffd58a', 20, 'opacity=".18"'),
  ].join('')
}

const COAT =
  'M0-158C6-158 10-153 10-146C10-139 7-134 4-132L4-128C10-125 17-123 20-114L25-84C26-77 24-73 23-69L31-4C31-1 16 2 0 2z'

function reader(): string {
  const [x, y] = READER
  const half = (mirror: number) =>
    `<g transform="translate(${x} ${y}) scale(${mirror} 1)">${shape(COAT, '#06070d')}` +
    `${strokePath(COAT.slice(0, -1), 'url(#lib-rim)', 1.6)}</g>`
  const shadow = `M${x - 30} ${y}L${x - 62} ${HEIGHT}H${x + 62}L${x + 30} ${y}z`
  return shape(shadow, '#04060c', 'opacity=".6"') + half(1) + half(-1)
}
