import { MIDDLE } from './anatomy-limbs.ts'
import { at, curve, dot, lines, type Point, polar, type Random, short, times, WIDTH } from './draw.ts'

export const NAVEL: Point = [MIDDLE, 522]
/** Of the circle that the limbs reach, around the navel. */
export const REACH = 430

export function dust(random: Random): string {
  const motes = (count: number) => times(count, () => dot([random() * WIDTH, random() * 1000])).join('')
  return lines(motes(150), '#9cb4dc', 1.2, 'opacity=".4"') + lines(motes(22), '#ffe0a6', 2.2, 'opacity=".5"')
}

/** What the one half is made from: a thread of two, turning. */
export function helix(): string {
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
    lines(traces.join(''), 'url(#ana-chip)', 1.4, 'stroke-linejoin="round"') +
    lines(ends.map(dot).join(''), 'url(#ana-chip)', 8) +
    lines(ends.map(dot).join(''), '#05070d', 3.4)
  )
}

/** The circle and the square, and around them what is still to be measured. */
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
    lines(rays.join(''), 'url(#ana-frame)', 0.8, 'opacity=".3"'),
    lines(ring(REACH), 'url(#ana-frame)', 2),
    lines(ring(REACH + 44), 'url(#ana-frame)', 0.9, 'stroke-dasharray="2 9"'),
    lines(ring(REACH + 66), 'url(#ana-frame)', 0.8, 'stroke-dasharray="150 34 8 34"'),
    lines(ticks.join(''), 'url(#ana-frame)', 1),
    lines(`M${x - 390} 100h780v836h-780z`, 'url(#ana-frame)', 1.4),
  ].join('')
}
