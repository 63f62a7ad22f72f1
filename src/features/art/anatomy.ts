import {
  at,
  curve,
  dot,
  fade,
  field,
  glow,
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

const MIDDLE = WIDTH / 2
const HEART: Point = [MIDDLE - 16, 372]
const NAVEL: Point = [MIDDLE, 522]
/** Of the circle that the limbs reach, around the navel. */
const REACH = 430

/** A limb or the trunk: places along it, each with half its width there. */
type Limb = readonly (readonly [x: number, y: number, half: number])[]

/** Of one half of the body, from the middle outwards; x is the distance from the middle. */
const TRUNK: Limb = [
  [0, 208, 19],
  [0, 240, 21],
  [0, 268, 48],
  [0, 292, 78],
  [0, 330, 80],
  [0, 380, 73],
  [0, 440, 58],
  [0, 486, 54],
  [0, 530, 63],
  [0, 566, 66],
  [0, 590, 40],
]
const ARMS: readonly Limb[] = [
  [
    [62, 302, 20],
    [104, 298, 28],
    [166, 296, 22],
    [212, 295, 15],
    [252, 293, 17],
    [312, 290, 12],
    [348, 288, 9],
    [362, 287, 13],
    [386, 286, 15],
  ],
  [
    [60, 300, 20],
    [98, 280, 28],
    [154, 247, 22],
    [194, 222, 15],
    [228, 202, 17],
    [280, 168, 12],
    [310, 148, 9],
    [322, 140, 13],
    [342, 127, 15],
  ],
]
const LEGS: readonly Limb[] = [
  [
    [34, 560, 33],
    [40, 606, 36],
    [43, 664, 31],
    [43, 712, 22],
    [42, 742, 20],
    [45, 782, 25],
    [43, 838, 17],
    [40, 890, 10],
    [41, 912, 13],
    [47, 928, 19],
    [52, 938, 23],
  ],
  [
    [38, 558, 33],
    [62, 604, 36],
    [92, 656, 31],
    [118, 702, 22],
    [134, 730, 20],
    [160, 768, 25],
    [190, 816, 17],
    [216, 858, 10],
    [230, 878, 13],
    [246, 888, 18],
    [256, 893, 21],
  ],
]

/** A body in two states at once: as it grew, in threads of light, and as it might be built, in rings and joints. */
export function drawAnatomy(): string {
  const random = randomFrom(1490)
  return [
    `<defs>${light()}</defs>`,
    field('#05070d'),
    field('url(#ana-room)'),
    dust(random),
    helix(),
    circuit(random),
    measure(),
    `<g opacity=".3">${grown(random, 1)}${built(1)}</g>`,
    grown(random, 0),
    built(0),
    trunk(random),
    head(random),
    nerves(random),
    heart(random),
  ].join('')
}

function light(): string {
  return [
    glow('ana-room', NAVEL, 800, [
      ['#1d2a4c', 0, 0.95],
      ['#101a33', 0.45, 0.8],
      ['#05070d', 1, 0],
    ]),
    fade(
      'ana-warm',
      [MIDDLE - 400, 0],
      [MIDDLE + 30, 0],
      [
        ['#f0a850', 0, 0.75],
        ['#ffd391', 0.6, 0.9],
        ['#fff1d4', 1],
      ],
    ),
    fade(
      'ana-cool',
      [MIDDLE - 30, 0],
      [MIDDLE + 400, 0],
      [
        ['#e6f2ff', 0],
        ['#8fbdf2', 0.4, 0.9],
        ['#5f8fe0', 1, 0.75],
      ],
    ),
    fade(
      'ana-both',
      [MIDDLE - 90, 0],
      [MIDDLE + 90, 0],
      [
        ['#f0b462', 0],
        ['#fff1d4', 0.46],
        ['#e6f2ff', 0.54],
        ['#7fb0ee', 1],
      ],
    ),
    fade(
      'ana-frame',
      [MIDDLE - REACH, 0],
      [MIDDLE + REACH, 0],
      [
        ['#f0b462', 0, 0.75],
        ['#c8c4d0', 0.5, 0.3],
        ['#7fb0ee', 1, 0.75],
      ],
    ),
    fade(
      'ana-seed',
      [0, 0],
      [0, 1000],
      [
        ['#f0a850', 0, 0],
        ['#f0a850', 0.5, 0.5],
        ['#f0a850', 1, 0],
      ],
    ),
    fade(
      'ana-chip',
      [0, 0],
      [0, 1000],
      [
        ['#5f8fe0', 0, 0],
        ['#7fb0ee', 0.5, 0.55],
        ['#5f8fe0', 1, 0],
      ],
    ),
    glow('ana-heart', HEART, 190, [
      ['#fff3d6', 0, 0.95],
      ['#ffb85c', 0.1, 0.6],
      ['#e8803c', 0.4, 0.16],
      ['#e8803c', 1, 0],
    ]),
    glow('ana-mind', [MIDDLE, 158], 120, [
      ['#eaf4ff', 0, 0.7],
      ['#9cc4f0', 0.25, 0.3],
      ['#9cc4f0', 1, 0],
    ]),
  ].join('')
}

function dust(random: Random): string {
  const motes = (count: number) => times(count, () => dot([random() * WIDTH, random() * 1000])).join('')
  return lines(motes(150), '#9cb4dc', 1.2, 'opacity=".4"') + lines(motes(22), '#ffe0a6', 2.2, 'opacity=".5"')
}

/** What the one half is made from: a thread of two, turning. */
function helix(): string {
  const strand = (turn: number) => {
    return times(61, (step): Point => [212 + Math.sin(step * 0.34 + turn) * 62, 20 + step * 16])
  }
  const [one, other] = [strand(0), strand(2.3)]
  const rungs = one.map((from, step) => `M${at(...from)}L${at(...(other[step] ?? from))}`)
  return (
    lines(curve(one) + curve(other), 'url(#ana-seed)', 2.4) +
    lines(rungs.join(''), 'url(#ana-seed)', 1, 'opacity=".6"') +
    lines([...one, ...other].map(dot).join(''), 'url(#ana-seed)', 5)
  )
}

/** And the other: traces that run beside each other, turn off in their order and end in contacts. */
function circuit(random: Random): string {
  const ends: Point[] = []
  const trace = (index: number, from: number, down: 1 | -1) => {
    const x = 1330 + index * 15
    const turn = from + down * (150 + (7 - index) * 33)
    const out = 46 + index * 7
    const end: Point = [x + out, turn + down * (out + 40 + random() * 150)]
    ends.push(end)
    return `M${x} ${from}V${turn}L${at(x + out, turn + down * out)}V${short(end[1])}`
  }
  const traces = times(8, (index) => trace(index, 0, 1) + trace(index, 1000, -1))
  return (
    lines(traces.join(''), 'url(#ana-chip)', 1.4, 'stroke-linejoin="round"') +
    lines(ends.map(dot).join(''), 'url(#ana-chip)', 8) +
    lines(ends.map(dot).join(''), '#05070d', 3.4)
  )
}

/** The circle and the square, and around them what is still to be measured. */
function measure(): string {
  const [x, y] = NAVEL
  const ring = (radius: number) =>
    `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0`
  const ticks = times(180, (index) => {
    const angle = (index / 180) * 2 * Math.PI
    const length = index % 15 === 0 ? 26 : index % 5 === 0 ? 14 : 7
    return `M${at(...polar(NAVEL, angle, REACH + 10))}L${at(...polar(NAVEL, angle, REACH + 10 + length))}`
  })
  const rays = times(24, (index) => {
    const angle = (index / 24) * 2 * Math.PI
    return `M${at(...polar(NAVEL, angle, 120))}L${at(...polar(NAVEL, angle, REACH))}`
  })
  return [
    lines(rays.join(''), 'url(#ana-frame)', 0.8, 'opacity=".3"'),
    lines(ring(REACH), 'url(#ana-frame)', 2),
    lines(ring(REACH + 44), 'url(#ana-frame)', 0.9, 'stroke-dasharray="2 9"'),
    lines(ring(REACH + 66), 'url(#ana-frame)', 0.8, 'stroke-dasharray="150 34 8 34"'),
    lines(ticks.join(''), 'url(#ana-frame)', 1),
    lines(`M${x - 390} 100h780v836h-780z`, 'url(#ana-frame)', 1.4),
  ].join('')
}

/** A place of a limb: `along` it from 0 to 1, `across` it from -1 to 1, on the left (-1) or the right. */
function within(limb: Limb, side: 1 | -1, along: number, across: number): Point {
  const place = Math.min(along, 0.9999) * (limb.length - 1)
  const index = Math.floor(place)
  const part = place - index
  const [here, next] = [limb[index] as Limb[number], limb[index + 1] as Limb[number]]
  const mix = (a: number, b: number) => a + (b - a) * part
  const [before, after] = [
    limb[Math.max(0, index - 1)] ?? here,
    limb[Math.min(limb.length - 1, index + 2)] ?? next,
  ]
  const [dx, dy] = [after[0] - before[0], after[1] - before[1]]
  const length = Math.hypot(dx, dy)
  const half = mix(here[2], next[2]) * across
  return [
    MIDDLE + side * (mix(here[0], next[0]) - (dy / length) * half),
    mix(here[1], next[1]) + (dx / length) * half,
  ]
}

/** Threads along a limb, closer at its edges: that makes it round. */
function threads(random: Random, limb: Limb, side: 1 | -1, count: number): string {
  return times(count, (index) => {
    const across = Math.sin((((index + 0.5) / count) * 2 - 1) * 1.5)
    const [from, to] = [random() * 0.06, 1 - random() * 0.08]
    return curve(
      times(limb.length, (step) => {
        const along = from + ((to - from) * step) / (limb.length - 1)
        return within(limb, side, along, across * 0.97 + (random() - 0.5) * 0.07)
      }),
    )
  }).join('')
}

/** The limbs that grew, on the left. `pose`: which of the two. */
function grown(random: Random, pose: 0 | 1): string {
  const [arm, leg] = [ARMS[pose] as Limb, LEGS[pose] as Limb]
  return (
    lines(threads(random, arm, -1, 15) + threads(random, leg, -1, 19), 'url(#ana-warm)', 1, 'opacity=".85"') +
    lines(fingers(arm, -1), 'url(#ana-warm)', 2.4, 'opacity=".8"')
  )
}

/** The limbs that are built, on the right: rings, rails and joints. */
function built(pose: 0 | 1): string {
  const limbs = [ARMS[pose] as Limb, LEGS[pose] as Limb]
  const rings = limbs.flatMap((limb, which) => {
    const count = which ? 36 : 30
    return times(count, (index) => {
      const along = (index + 0.5) / count
      const [a, b] = [within(limb, 1, along, -1), within(limb, 1, along, 1)]
      const bow = within(limb, 1, along + 0.02, 0)
      return `M${at(...a)}Q${at(...bow)} ${at(...b)}`
    })
  })
  const rails = limbs.flatMap((limb) =>
    [-1, -0.4, 0.4, 1].map((across) =>
      curve(times(limb.length * 2, (step) => within(limb, 1, step / (limb.length * 2 - 1), across))),
    ),
  )
  const joints = [
    within(limbs[0] as Limb, 1, 0.12, 0),
    within(limbs[0] as Limb, 1, 0.4, 0),
    within(limbs[0] as Limb, 1, 0.77, 0),
  ]
  joints.push(
    within(limbs[1] as Limb, 1, 0.06, 0),
    within(limbs[1] as Limb, 1, 0.42, 0),
    within(limbs[1] as Limb, 1, 0.82, 0),
  )
  return [
    lines(rings.join(''), 'url(#ana-cool)', 0.9, 'opacity=".75"'),
    lines(rails.join(''), 'url(#ana-cool)', 1.2, 'opacity=".85"'),
    lines(fingers(limbs[0] as Limb, 1), 'url(#ana-cool)', 2.2, 'opacity=".8"'),
    lines(joints.map(dot).join(''), '#0a1226', 17),
    ...joints.map(
      ([x, y]) =>
        `<circle cx="${short(x)}" cy="${short(y)}" r="8" fill="none" stroke="#bcd9ff" stroke-width="1.4"/>`,
    ),
    lines(joints.map(dot).join(''), '#eaf4ff', 5),
  ].join('')
}

function fingers(arm: Limb, side: 1 | -1): string {
  const [wrist, palm] = [within(arm, side, 0.88, 0), within(arm, side, 0.999, 0)]
  const direction = Math.atan2(palm[0] - wrist[0], wrist[1] - palm[1])
  return times(5, (index) => {
    const across = 1 - index / 2
    const isThumb = index === 0
    const start = within(arm, side, isThumb ? 0.9 : 0.985, across * (isThumb ? 0.9 : 0.82))
    const spread = direction - side * across * (isThumb ? 0.62 : 0.13)
    const length = [27, 38, 42, 38, 29][index] ?? 30
    return `M${at(...start)}Q${at(...polar(start, spread, length * 0.6))} ${at(...polar(start, spread + side * across * 0.07, length))}`
  }).join('')
}

/** The trunk is both: threads and ribs meet in the middle. */
function trunk(random: Random): string {
  const fibres = times(17, (index) => {
    const across = -Math.sin(((index + 0.4) / 17) * 1.5)
    return curve(
      times(14, (step) => within(TRUNK, -1, step / 13, across * (0.985 + (random() - 0.5) * 0.03))),
    )
  })
  const frame = times(46, (index) => {
    const along = 0.1 + (index / 46) * 0.9
    const [inner, outer] = [within(TRUNK, 1, along, 0), within(TRUNK, 1, along, -1)]
    return `M${at(...inner)}Q${at((inner[0] + outer[0]) / 2, inner[1] + 9)} ${at(...outer)}`
  })
  const rails = [0.34, 0.68, 1].map((across) =>
    curve(times(20, (step) => within(TRUNK, 1, step / 19, -across))),
  )
  const ribs = times(8, (index) => {
    const y = 312 + index * 19
    const half = 58 + Math.sin((index / 7) * 2.4) * 14
    return `M${MIDDLE} ${y - 8}C${MIDDLE - half * 0.7} ${y - 26} ${MIDDLE - half * 1.1} ${y + 4} ${short(MIDDLE - half * 0.72)} ${y + 20}`
  })
  return [
    lines(fibres.join(''), 'url(#ana-warm)', 1, 'opacity=".8"'),
    lines(ribs.join(''), '#ffdca0', 2.2, 'opacity=".5"'),
    lines(frame.join(''), 'url(#ana-cool)', 0.9, 'opacity=".75"'),
    lines(rails.join(''), 'url(#ana-cool)', 1.2, 'opacity=".8"'),
  ].join('')
}

const FACE: Point = [MIDDLE, 158]

/** Longitudes of a head, and the mind in it: a net, denser than any other. */
function head(random: Random): string {
  const meridian = (bulge: number) => {
    const x = (offset: number) => short(MIDDLE + bulge * offset)
    return `M${MIDDLE} 106C${x(31)} 106 ${x(41)} 130 ${x(39)} 156C${x(38)} 182 ${x(31)} 198 ${x(19)} 212Q${x(11)} 221 ${MIDDLE} 221`
  }
  const warm = times(7, (index) => meridian(-Math.sin(((index + 1) / 7) * 1.57)))
  const cool = [0.35, 0.7, 1].map(meridian)
  const rows = times(12, (index) => {
    const y = 113 + index * 9
    const half = y < 156 ? 39 * Math.sqrt(1 - ((156 - y) / 51) ** 2) : 39 - ((y - 156) / 56) ** 1.7 * 21
    return `M${MIDDLE} ${y}Q${short(MIDDLE + half * 0.6)} ${y + 4} ${short(MIDDLE + half)} ${y}`
  })
  const cells = times(46, (): Point => {
    const [angle, distance] = [random() * 6.283, Math.sqrt(random())]
    return [FACE[0] + Math.sin(angle) * distance * 30, FACE[1] - 16 + Math.cos(angle) * distance * 28]
  })
  const links = cells.flatMap((cell, index) =>
    cells
      .slice(index + 1)
      .flatMap((other) =>
        Math.hypot(cell[0] - other[0], cell[1] - other[1]) < 19 ? `M${at(...cell)}L${at(...other)}` : [],
      ),
  )
  return [
    shape(`M680 158a120 120 0 0 1 240 0a120 120 0 0 1 -240 0z`, 'url(#ana-mind)'),
    lines(warm.join(''), 'url(#ana-warm)', 1.1, 'opacity=".9"'),
    lines(cool.join('') + rows.join(''), 'url(#ana-cool)', 1, 'opacity=".85"'),
    lines(links.join(''), 'url(#ana-both)', 0.7, 'opacity=".8"'),
    lines(cells.map(dot).join(''), '#fff6e4', 2.6),
  ].join('')
}

/** The spine, and what leaves it for the limbs. */
function nerves(random: Random): string {
  const spine = times(24, (index): Point => [MIDDLE, 232 + index * 14.4])
  const toLimb = (limb: Limb, side: 1 | -1, from: number) =>
    times(3, (index) => {
      const across = (index - 1) * 0.4
      const path = times(10, (step) =>
        within(limb, side, 0.08 + step * 0.1, across + (random() - 0.5) * 0.25),
      )
      return curve([[MIDDLE, from + index * 12], ...path])
    }).join('')
  const [arm, leg] = [ARMS[0] as Limb, LEGS[0] as Limb]
  return [
    lines(toLimb(arm, -1, 280) + toLimb(leg, -1, 540), '#fff1d4', 1.3, 'opacity=".75"'),
    lines(toLimb(arm, 1, 280) + toLimb(leg, 1, 540), '#e6f2ff', 1.3, 'opacity=".6"'),
    lines(`M${MIDDLE} 214V566`, 'url(#ana-both)', 2.2),
    lines(spine.map(([x, y]) => `M${x - 7} ${short(y)}h14`).join(''), '#fff1d4', 2, 'opacity=".8"'),
  ].join('')
}

function heart(random: Random): string {
  const beams = times(40, (index) => {
    const angle = (index / 40) * 2 * Math.PI
    return `M${at(...polar(HEART, angle, 9))}L${at(...polar(HEART, angle, 16 + random() * 34))}`
  })
  const [x, y] = HEART
  return [
    shape(`M${x - 190} ${y}a190 190 0 0 1 380 0a190 190 0 0 1 -380 0z`, 'url(#ana-heart)'),
    lines(beams.join(''), '#ffd391', 1, 'opacity=".75"'),
    lines(dot(HEART), '#fff6e4', 12),
  ].join('')
}
