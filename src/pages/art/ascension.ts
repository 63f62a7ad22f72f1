import { type Random, randomFrom } from '../../platform/random.ts'
import {
  at,
  curve,
  dot,
  dots,
  fade,
  field,
  glow,
  HEIGHT,
  type Point,
  polar,
  shape,
  short,
  strokePath,
  times,
  WIDTH,
} from './draw.ts'

const HORIZON = 748
const MIDDLE = WIDTH / 2
const CROWN: Point = [MIDDLE, 556]
/** Scale of the figure, whose path is 243 units high before scaling. */
const SIZE = 0.8

export function drawAscension(): string {
  const random = randomFrom(2045)
  const rays = times(3, (layer) => filaments(random, [44, 96, 76][layer] ?? 0, 0.84 + layer * 0.08))
  const [far = '', middle = '', near = ''] = rays.map(({ d }) => d)
  const tips = rays.flatMap((layer) => layer.tips)
  return [
    `<defs>${light()}<clipPath id="asc-water">${field('#000', HORIZON)}</clipPath></defs>`,
    field('url(#asc-sky)'),
    stars(random),
    field('url(#asc-aura)', 0, HORIZON),
    `<g id="asc-canopy">`,
    strokePath(far, 'url(#asc-far)', 2.5, 'opacity=".3"'),
    strokePath(middle, 'url(#asc-ray)', 0.9, 'opacity=".8"'),
    strokePath(near, 'url(#asc-ray)', 1.3),
    rings(random),
    dots(
      tips.filter((_, i) => i % 3 > 0),
      '#9cc4f0',
      2.4,
      'opacity=".75"',
    ),
    dots(
      tips.filter((_, i) => i % 3 === 0),
      '#ffe9c4',
      3.6,
      'opacity=".9"',
    ),
    '</g>',
    sun(),
    ridges(random),
    water(random),
    figure(),
  ].join('')
}

function light(): string {
  return [
    fade('asc-sky', [0, 0], [0, HORIZON], '#04060c 0, #081022 0.55, #1b1a2c 0.86, #3a2a2a 1'),
    glow('asc-aura', CROWN, 760, '#ffd391 0 0.5, #c98a4a 0.16 0.26, #42558c 0.5 0.16, #42558c 1 0'),
    glow(
      'asc-ray',
      CROWN,
      800,
      '#fff6e0 0, #ffd58a 0.14 0.85, #eda552 0.4 0.5, #79a8e0 0.72 0.45, #79a8e0 1 0.12',
    ),
    glow('asc-crown', CROWN, 60, '#fff3d6 0 0.9, #ffd58a 0.3 0.35, #ffd58a 1 0'),
    fade('asc-rim', [0, 0], [0, 243], '#ffe9c4 0 0.9, #f2a952 0.4 0.55, #f2a952 1 0'),
    glow('asc-far', CROWN, 800, '#ffcf86 0 0.5, #5c7fc0 0.6 0.3, #5c7fc0 1 0'),
    glow('asc-sun', [MIDDLE, HORIZON], 620, '#ffdf9e 0 0.8, #f0a24c 0.22 0.4, #8a5a52 0.5 0.14, #8a5a52 1 0'),
    fade('asc-disc', [0, HORIZON - 176], [0, HORIZON], '#fff1cf 0, #ffc76a 0.55, #e98f3e 1'),
    fade('asc-sea', [0, HORIZON], [0, HEIGHT], '#2a2026 0, #0c1020 0.28, #04060c 1'),
    fade(
      'asc-line',
      [0, 0],
      [WIDTH, 0],
      '#ffc76a 0 0, #ffc76a 0.3 0.8, #fff1cf 0.5, #7fb0e8 0.72 0.7, #7fb0e8 1 0',
    ),
    glow('asc-glint', [MIDDLE, HORIZON], 520, '#ffe3ab 0 0.95, #f0a24c 0.4 0.5, #6f8fc8 1 0'),
  ].join('')
}

function stars(random: Random): string {
  const sky = (count: number) => times(count, (): Point => [random() * WIDTH, random() ** 1.4 * HORIZON])
  return (
    dots(sky(260), '#c8d8f4', 1, 'opacity=".45"') +
    dots(sky(70), '#dfe8fa', 1.7, 'opacity=".6"') +
    dots(sky(14), '#fff4dc', 2.8, 'opacity=".85"')
  )
}

function filaments(random: Random, count: number, reach: number) {
  const tips: Point[] = []
  const d = times(count, (index) => {
    const side = ((index + random()) / count) * 2 - 1
    const angle = Math.sign(side) * Math.abs(side) ** 0.9 * 1.42
    // Makes the crown of filaments wider than high, like that of a tree.
    const length = (reach * (0.8 + 0.2 * random())) / Math.hypot(Math.sin(angle) / 700, Math.cos(angle) / 470)
    const end = polar(CROWN, angle * 1.04, length)
    const rise = polar(CROWN, angle * 0.12, length * (0.2 + 0.16 * random()))
    const bend = polar(CROWN, angle * (0.72 + 0.1 * random()), length * 0.66)
    const twigs = times(2 + Math.floor(random() * 2), () => {
      const tip = polar(end, angle + (random() - 0.5) * 1.5, 14 + random() * 52)
      tips.push(tip)
      return `M${at(...end)}Q${at(...polar(end, angle, 16))} ${at(...tip)}`
    })
    return `M${at(...CROWN)}C${at(...rise)} ${at(...bend)} ${at(...end)}${twigs.join('')}`
  }).join('')
  return { d, tips }
}

function rings(random: Random): string {
  return times(13, (index) => {
    const radius = 46 * 1.222 ** index
    const dashes = times(6, () => short((0.1 + random() ** 2) * radius * 0.5)).join(' ')
    const from = polar(CROWN, -1.5, radius)
    const to = polar(CROWN, 1.5, radius)
    const arc = `M${at(...from)}A${short(radius)} ${short(radius)} 0 0 1 ${at(...to)}`
    return strokePath(arc, 'url(#asc-ray)', 0.8, `opacity=".7" stroke-dasharray="${dashes}"`)
  }).join('')
}

function sun(): string {
  const disc = (radius: number) => `M${MIDDLE - radius} ${HORIZON}a${radius} ${radius} 0 0 1 ${radius * 2} 0z`
  return field('url(#asc-sun)', 0, HORIZON) + shape(disc(176), 'url(#asc-disc)')
}

/** Draws three ranges of hills with a gap in the middle. Nearer ranges are darker and lower. */
function ridges(random: Random): string {
  return ['#2a2534', '#191925', '#0c0e18']
    .map((fill, range) => {
      const waves = times(
        5,
        (octave) => [random() * 6.3, (octave + 1) ** 1.7 / 210, 1 / (octave + 1) ** 1.25] as const,
      )
      const crest = times(81, (index): Point => {
        const x = index * 20
        const open = Math.min(1, Math.abs(x - MIDDLE) / (700 - range * 130)) ** 1.5
        const height = waves.reduce(
          (sum, [shift, pace, size]) => sum + (1 - Math.abs(Math.sin(x * pace + shift))) * size,
          0,
        )
        return [x, HORIZON + 3 - open * height * (46 - range * 13)]
      })
      return shape(`${curve(crest)}V${HORIZON + 4}H0z`, fill)
    })
    .join('')
}

/** Draws the flattened reflection of the sky in water. Glints are denser near the sun's path. */
function water(random: Random): string {
  const glints = times(230, () => {
    const depth = random() ** 1.7
    const y = HORIZON + 5 + depth * 235
    const spread = 60 + depth * 330
    const x = MIDDLE + (random() + random() + random() - 1.5) * spread
    return `M${at(x, y)}h${short((6 + random() * 46) * (0.4 + depth))}`
  }).join('')
  return [
    field('url(#asc-sea)', HORIZON),
    `<g clip-path="url(#asc-water)" opacity=".2"><use href="#asc-canopy" transform="matrix(1 0 0 -.42 0 ${HORIZON * 1.42})"/></g>`,
    strokePath(glints, 'url(#asc-glint)', 1.5, 'opacity=".75"'),
    strokePath(`M0 ${HORIZON}h${WIDTH}`, 'url(#asc-line)', 2),
  ].join('')
}

const BODY =
  'M0 0C15 0 27 12 27 29C27 43 20 54 12 59C12 67 14 71 24 75C44 82 62 86 70 101C79 121 84 143 91 166C96 180 106 190 116 198C137 205 147 217 140 229C132 240 98 243 62 243H0z'
const ARM = 'M49 118C52 144 58 168 72 190C56 192 46 182 44 166C43 148 45 132 49 118z'

function figure(): string {
  const half = (mirror: number) =>
    `<g transform="translate(${MIDDLE} ${CROWN[1]}) scale(${mirror * SIZE} ${SIZE})">` +
    `${shape(BODY, '#07080f')}${shape(ARM, '#f4b25a', 'opacity=".85"')}${strokePath(BODY.slice(0, -'H0z'.length), 'url(#asc-rim)', 2)}</g>`
  const spine = times(9, (index): Point => [MIDDLE, CROWN[1] + (24 + index * 25) * SIZE])
  return [
    half(1),
    half(-1),
    strokePath(`M${at(...CROWN)}V${HORIZON + 2}`, 'url(#asc-ray)', 1.2, 'opacity=".7"'),
    dots(spine, '#ffe6b3', 3, 'opacity=".85"'),
    shape(`M${MIDDLE - 60} ${CROWN[1]}a60 60 0 0 1 120 0a60 60 0 0 1 -120 0z`, 'url(#asc-crown)'),
    strokePath(dot(CROWN), '#fff6e0', 7),
  ].join('')
}
