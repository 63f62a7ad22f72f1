import type { Random } from '../../platform/random.ts'
import { at, curve, dots, type Point, polar, short, strokePath, times, WIDTH } from './draw.ts'

export const MIDDLE = WIDTH / 2

/** A limb or the trunk, as points along its axis. `half` is half the width at a point. */
export type Limb = readonly (readonly [x: number, y: number, half: number])[]

/** Parses a limb: points "x y half", separated by commas. */
function limb(places: string): Limb {
  return places.split(', ').map((place) => place.split(' ').map(Number) as unknown as Limb[number])
}

/** One half of the trunk, which is mirrored. x is the distance from the center line. */
export const TRUNK: Limb = limb(
  '0 208 19, 0 240 21, 0 268 48, 0 292 78, 0 330 80, 0 380 73, 0 440 58, 0 486 54, 0 530 63, 0 566 66, 0 590 40',
)
export const ARMS: readonly Limb[] = [
  limb(
    '62 302 20, 104 298 28, 166 296 22, 212 295 15, 252 293 17, 312 290 12, 348 288 9, 362 287 13, 386 286 15',
  ),
  limb(
    '60 300 20, 98 280 28, 154 247 22, 194 222 15, 228 202 17, 280 168 12, 310 148 9, 322 140 13, 342 127 15',
  ),
]
export const LEGS: readonly Limb[] = [
  limb(
    '34 560 33, 40 606 36, 43 664 31, 43 712 22, 42 742 20, 45 782 25, 43 838 17, 40 890 10, 41 912 13, 47 928 19, 52 938 23',
  ),
  limb(
    '38 558 33, 62 604 36, 92 656 31, 118 702 22, 134 730 20, 160 768 25, 190 816 17, 216 858 10, 230 878 13, 246 888 18, 256 893 21',
  ),
]

/** Returns a point of a limb. `along` is 0 to 1, `across` is -1 to 1; `side` is -1 (left) or 1 (right). */
export function pointOnLimb(limb: Limb, side: 1 | -1, along: number, across: number): Point {
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

/** Draws lines along a limb. They are denser toward its edges, which makes the limb look round. */
function threads(random: Random, limb: Limb, side: 1 | -1, count: number): string {
  return times(count, (index) => {
    const across = Math.sin((((index + 0.5) / count) * 2 - 1) * 1.5)
    const [from, to] = [random() * 0.06, 1 - random() * 0.08]
    return curve(
      times(limb.length, (step) => {
        const along = from + ((to - from) * step) / (limb.length - 1)
        return pointOnLimb(limb, side, along, across * 0.97 + (random() - 0.5) * 0.07)
      }),
    )
  }).join('')
}

export function drawGrownHalf(random: Random, pose: 0 | 1): string {
  const [arm, leg] = [ARMS[pose] as Limb, LEGS[pose] as Limb]
  return (
    strokePath(
      threads(random, arm, -1, 15) + threads(random, leg, -1, 19),
      'url(#ana-warm)',
      1,
      'opacity=".85"',
    ) + strokePath(fingers(arm, -1), 'url(#ana-warm)', 2.4, 'opacity=".8"')
  )
}

export function drawBuiltHalf(pose: 0 | 1): string {
  const limbs = [ARMS[pose] as Limb, LEGS[pose] as Limb]
  const rings = limbs.flatMap((limb, which) => {
    const count = which ? 36 : 30
    return times(count, (index) => {
      const along = (index + 0.5) / count
      const [a, b] = [pointOnLimb(limb, 1, along, -1), pointOnLimb(limb, 1, along, 1)]
      const bow = pointOnLimb(limb, 1, along + 0.02, 0)
      return `M${at(...a)}Q${at(...bow)} ${at(...b)}`
    })
  })
  const rails = limbs.flatMap((limb) =>
    [-1, -0.4, 0.4, 1].map((across) =>
      curve(times(limb.length * 2, (step) => pointOnLimb(limb, 1, step / (limb.length * 2 - 1), across))),
    ),
  )
  const joints = [
    ...[0.12, 0.4, 0.77].map((along) => pointOnLimb(limbs[0] as Limb, 1, along, 0)),
    ...[0.06, 0.42, 0.82].map((along) => pointOnLimb(limbs[1] as Limb, 1, along, 0)),
  ]
  return [
    strokePath(rings, 'url(#ana-cool)', 0.9, 'opacity=".75"'),
    strokePath(rails, 'url(#ana-cool)', 1.2, 'opacity=".85"'),
    strokePath(fingers(limbs[0] as Limb, 1), 'url(#ana-cool)', 2.2, 'opacity=".8"'),
    dots(joints, '#0a1226', 17),
    ...joints.map(
      ([x, y]) =>
        `<circle cx="${short(x)}" cy="${short(y)}" r="8" fill="none" stroke="#bcd9ff" stroke-width="1.4"/>`,
    ),
    dots(joints, '#eaf4ff', 5),
  ].join('')
}

function fingers(arm: Limb, side: 1 | -1): string {
  const [wrist, palm] = [pointOnLimb(arm, side, 0.88, 0), pointOnLimb(arm, side, 0.999, 0)]
  const direction = Math.atan2(palm[0] - wrist[0], wrist[1] - palm[1])
  return times(5, (index) => {
    const across = 1 - index / 2
    const isThumb = index === 0
    const start = pointOnLimb(arm, side, isThumb ? 0.9 : 0.985, across * (isThumb ? 0.9 : 0.82))
    const spread = direction - side * across * (isThumb ? 0.62 : 0.13)
    const length = [27, 38, 42, 38, 29][index] ?? 30
    return `M${at(...start)}Q${at(...polar(start, spread, length * 0.6))} ${at(...polar(start, spread + side * across * 0.07, length))}`
  }).join('')
}

export const NAVEL: Point = [MIDDLE, 522]
export const REACH = 430

export function dust(random: Random): string {
  const motes = (count: number) => times(count, (): Point => [random() * WIDTH, random() * 1000])
  return dots(motes(150), '#9cb4dc', 1.2, 'opacity=".4"') + dots(motes(22), '#ffe0a6', 2.2, 'opacity=".5"')
}

/** Draws a double helix beside the natural (left) half of the body. */
export function helix(): string {
  const strand = (turn: number) => {
    return times(61, (step): Point => [212 + Math.sin(step * 0.34 + turn) * 62, 20 + step * 16])
  }
  const [one, other] = [strand(0), strand(2.3)]
  const rungs = one.map((from, step) => `M${at(...from)}L${at(...(other[step] ?? from))}`)
  return (
    strokePath(curve(one) + curve(other), 'url(#ana-seed)', 2.4) +
    strokePath(rungs, 'url(#ana-seed)', 1, 'opacity=".6"') +
    dots([...one, ...other], 'url(#ana-seed)', 5)
  )
}

/** Draws circuit traces beside the artificial (right) half: parallel lines that bend and end in contacts. */
export function circuit(random: Random): string {
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
    strokePath(traces, 'url(#ana-chip)', 1.4, 'stroke-linejoin="round"') +
    dots(ends, 'url(#ana-chip)', 8) +
    dots(ends, '#05070d', 3.4)
  )
}

/** Draws a circle and a square around the body, with a scale and rays around the navel. */
export function measure(): string {
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
    strokePath(rays, 'url(#ana-frame)', 0.8, 'opacity=".3"'),
    strokePath(ring(REACH), 'url(#ana-frame)', 2),
    strokePath(ring(REACH + 44), 'url(#ana-frame)', 0.9, 'stroke-dasharray="2 9"'),
    strokePath(ring(REACH + 66), 'url(#ana-frame)', 0.8, 'stroke-dasharray="150 34 8 34"'),
    strokePath(ticks, 'url(#ana-frame)', 1),
    strokePath(`M${x - 390} 100h780v836h-780z`, 'url(#ana-frame)', 1.4),
  ].join('')
}
