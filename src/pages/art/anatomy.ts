import { type Random, randomFrom } from '../../platform/random.ts'
import {
  ARMS,
  circuit,
  drawBuiltHalf,
  drawGrownHalf,
  dust,
  helix,
  LEGS,
  type Limb,
  MIDDLE,
  measure,
  NAVEL,
  pointOnLimb,
  REACH,
  TRUNK,
} from './anatomy-parts.ts'
import {
  at,
  curve,
  dot,
  dots,
  fade,
  field,
  glow,
  type Point,
  polar,
  shape,
  short,
  strokePath,
  times,
} from './draw.ts'

const HEART: Point = [MIDDLE - 16, 372]

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
    `<g opacity=".3">${drawGrownHalf(random, 1)}${drawBuiltHalf(1)}</g>`,
    drawGrownHalf(random, 0),
    drawBuiltHalf(0),
    trunk(random),
    head(random),
    nerves(random),
    heart(random),
  ].join('')
}

function light(): string {
  return [
    glow('ana-room', NAVEL, 800, '#1d2a4c 0 0.95, #101a33 0.45 0.8, #05070d 1 0'),
    fade('ana-warm', [MIDDLE - 400, 0], [MIDDLE + 30, 0], '#f0a850 0 0.75, #ffd391 0.6 0.9, #fff1d4 1'),
    fade('ana-cool', [MIDDLE - 30, 0], [MIDDLE + 400, 0], '#e6f2ff 0, #8fbdf2 0.4 0.9, #5f8fe0 1 0.75'),
    fade('ana-both', [MIDDLE - 90, 0], [MIDDLE + 90, 0], '#f0b462 0, #fff1d4 0.46, #e6f2ff 0.54, #7fb0ee 1'),
    fade(
      'ana-frame',
      [MIDDLE - REACH, 0],
      [MIDDLE + REACH, 0],
      '#f0b462 0 0.75, #c8c4d0 0.5 0.3, #7fb0ee 1 0.75',
    ),
    fade('ana-seed', [0, 0], [0, 1000], '#f0a850 0 0, #f0a850 0.5 0.5, #f0a850 1 0'),
    fade('ana-chip', [0, 0], [0, 1000], '#5f8fe0 0 0, #7fb0ee 0.5 0.55, #5f8fe0 1 0'),
    glow('ana-heart', HEART, 190, '#fff3d6 0 0.95, #ffb85c 0.1 0.6, #e8803c 0.4 0.16, #e8803c 1 0'),
    glow('ana-mind', [MIDDLE, 158], 120, '#eaf4ff 0 0.7, #9cc4f0 0.25 0.3, #9cc4f0 1 0'),
  ].join('')
}

function trunk(random: Random): string {
  const fibres = times(17, (index) => {
    const across = -Math.sin(((index + 0.4) / 17) * 1.5)
    return curve(
      times(14, (step) => pointOnLimb(TRUNK, -1, step / 13, across * (0.985 + (random() - 0.5) * 0.03))),
    )
  })
  const frame = times(46, (index) => {
    const along = 0.1 + (index / 46) * 0.9
    const [inner, outer] = [pointOnLimb(TRUNK, 1, along, 0), pointOnLimb(TRUNK, 1, along, -1)]
    return `M${at(...inner)}Q${at((inner[0] + outer[0]) / 2, inner[1] + 9)} ${at(...outer)}`
  })
  const rails = [0.34, 0.68, 1].map((across) =>
    curve(times(20, (step) => pointOnLimb(TRUNK, 1, step / 19, -across))),
  )
  const ribs = times(8, (index) => {
    const y = 312 + index * 19
    const half = 58 + Math.sin((index / 7) * 2.4) * 14
    return `M${MIDDLE} ${y - 8}C${MIDDLE - half * 0.7} ${y - 26} ${MIDDLE - half * 1.1} ${y + 4} ${short(MIDDLE - half * 0.72)} ${y + 20}`
  })
  return [
    strokePath(fibres, 'url(#ana-warm)', 1, 'opacity=".8"'),
    strokePath(ribs, '#ffdca0', 2.2, 'opacity=".5"'),
    strokePath(frame, 'url(#ana-cool)', 0.9, 'opacity=".75"'),
    strokePath(rails, 'url(#ana-cool)', 1.2, 'opacity=".8"'),
  ].join('')
}

const FACE: Point = [MIDDLE, 158]

/** Draws a head from meridian lines, as on a globe. A dense net inside it represents the mind. */
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
    strokePath(warm, 'url(#ana-warm)', 1.1, 'opacity=".9"'),
    strokePath(cool.join('') + rows.join(''), 'url(#ana-cool)', 1, 'opacity=".85"'),
    strokePath(links, 'url(#ana-both)', 0.7, 'opacity=".8"'),
    dots(cells, '#fff6e4', 2.6),
  ].join('')
}

function nerves(random: Random): string {
  const spine = times(24, (index): Point => [MIDDLE, 232 + index * 14.4])
  const toLimb = (limb: Limb, side: 1 | -1, from: number) =>
    times(3, (index) => {
      const across = (index - 1) * 0.4
      const path = times(10, (step) =>
        pointOnLimb(limb, side, 0.08 + step * 0.1, across + (random() - 0.5) * 0.25),
      )
      return curve([[MIDDLE, from + index * 12], ...path])
    }).join('')
  const [arm, leg] = [ARMS[0] as Limb, LEGS[0] as Limb]
  return [
    strokePath(toLimb(arm, -1, 280) + toLimb(leg, -1, 540), '#fff1d4', 1.3, 'opacity=".75"'),
    strokePath(toLimb(arm, 1, 280) + toLimb(leg, 1, 540), '#e6f2ff', 1.3, 'opacity=".6"'),
    strokePath(`M${MIDDLE} 214V566`, 'url(#ana-both)', 2.2),
    strokePath(spine.map(([x, y]) => `M${x - 7} ${short(y)}h14`).join(''), '#fff1d4', 2, 'opacity=".8"'),
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
    strokePath(beams, '#ffd391', 1, 'opacity=".75"'),
    strokePath(dot(HEART), '#fff6e4', 12),
  ].join('')
}
