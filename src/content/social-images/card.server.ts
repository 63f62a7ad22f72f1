import { type CSSProperties, createElement as element } from 'react'
import { SOCIAL_IMAGE_SIZE } from './address.ts'
import { badgeColor, oklch } from './colors.server.ts'
import { fontStack, SANS, SERIF } from './fonts.server.ts'

/** Colours of the dark theme, as in tokens.css. */
const GROUND = oklch(0.165, 0.018, 262)
const TEXT = oklch(0.935, 0.008, 85)
const MUTED = oklch(0.735, 0.014, 255)
const LIGHT = oklch(0.815, 0.125, 78)
const DAYBREAK = oklch(0.87, 0.07, 90)
const NIGHT = oklch(0.72, 0.09, 230)

const MARGIN = 72
const HORIZON = 512
const SUN = { x: 930, radius: 84 }
const BADGES = 3

export interface Card {
  site: string
  title: string
  line: string
  badges?: readonly { name: string; color: string }[]
}

/** Describes an image to satori, which needs `flex` on every box. No JSX, because Node can't run it. */
export function cardImage({ site, title, line, badges = [] }: Card) {
  const ground = {
    ...BOX,
    ...SOCIAL_IMAGE_SIZE,
    background: GROUND,
    color: TEXT,
    fontFamily: fontStack(SANS),
  }
  const shown = badges.slice(0, BADGES)
  return element(
    'div',
    { style: ground },
    sky(),
    element('div', { style: { ...ROW, ...HEAD } }, mark(), site),
    element('div', { style: { ...BOX, ...TITLE, ...sizeOf(title) } }, title),
    element(
      'div',
      { style: { ...ROW, ...FOOT } },
      line && element('div', { style: LINE }, line),
      shown.map(({ name, color }) => element('div', { key: name, style: badgeLook(color) }, name)),
    ),
  )
}

const BOX: CSSProperties = { display: 'flex' }
const ROW: CSSProperties = { display: 'flex', alignItems: 'center' }
const HEAD: CSSProperties = { position: 'absolute', left: MARGIN, top: 60, gap: 18, fontSize: 32 }
const TITLE: CSSProperties = {
  position: 'absolute',
  left: MARGIN,
  top: 140,
  width: SOCIAL_IMAGE_SIZE.width - 2 * MARGIN,
  height: 270,
  alignItems: 'center',
  overflow: 'hidden',
  fontFamily: fontStack(SERIF),
  fontWeight: 600,
  letterSpacing: '-0.015em',
  wordBreak: 'break-word',
}
const FOOT: CSSProperties = {
  position: 'absolute',
  left: MARGIN,
  top: HORIZON + 34,
  width: SUN.x - SUN.radius - 2 * MARGIN,
  height: 42,
  gap: 14,
  flexWrap: 'wrap',
  overflow: 'hidden',
}
const ONE_LINE: CSSProperties = {
  display: 'block',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
}
const LINE: CSSProperties = { ...ONE_LINE, maxWidth: 420, color: MUTED, fontSize: 28, marginRight: 10 }

function sizeOf(title: string): CSSProperties {
  const size = SIZES.find(({ letters }) => title.length <= letters) ?? SMALLEST
  // Balancing would break a short title of one line into two.
  const isBalanced = title.length > SHORTEST.letters && title.includes(' ')
  return {
    fontSize: size.pixels,
    lineHeight: 1.16,
    lineClamp: size.lines,
    ...(isBalanced && { textWrap: 'balance' }),
  }
}

const SHORTEST = { letters: 24, pixels: 104, lines: 2 }
const SMALLEST = { letters: Number.POSITIVE_INFINITY, pixels: 45, lines: 5 }
const SIZES = [
  SHORTEST,
  { letters: 60, pixels: 76, lines: 3 },
  { letters: 110, pixels: 62, lines: 3 },
  { letters: 150, pixels: 54, lines: 4 },
  SMALLEST,
]

function badgeLook(color: string): CSSProperties {
  const tint = badgeColor(color)
  return {
    ...ONE_LINE,
    color: tint,
    background: `${tint}1f`,
    borderRadius: 8,
    padding: '5px 14px',
    fontSize: 24,
  }
}

function sky() {
  const { x, radius } = SUN
  const glow = { id: 'glow', cx: x, cy: HORIZON, r: '420', gradientUnits: 'userSpaceOnUse' }
  const sun = { id: 'sun', x1: '0', y1: '0', x2: '0', y2: '1' }
  const path = `M${x - radius} ${HORIZON}a${radius} ${radius} 0 0 1 ${2 * radius} 0Z`
  const bar = { height: 3, rx: '1.5', fill: LIGHT }
  return element(
    'svg',
    {
      ...SOCIAL_IMAGE_SIZE,
      viewBox: `0 0 ${SOCIAL_IMAGE_SIZE.width} ${SOCIAL_IMAGE_SIZE.height}`,
      style: { position: 'absolute', left: 0, top: 0 },
    },
    element(
      'defs',
      null,
      element('radialGradient', glow, stop(0, LIGHT, 0.24), stop(1, LIGHT, 0)),
      element('linearGradient', sun, stop(0, LIGHT, 0.94), stop(1, LIGHT, 0.34)),
      element(
        'linearGradient',
        { id: 'line' },
        stop(0, LIGHT, 0.1),
        stop(0.4, LIGHT, 0.85),
        stop(0.77, DAYBREAK),
        stop(1, NIGHT, 0.2),
      ),
    ),
    element('rect', { width: SOCIAL_IMAGE_SIZE.width, height: HORIZON, fill: 'url(#glow)' }),
    element('path', { d: path, fill: 'url(#sun)' }),
    element('rect', { y: HORIZON, width: SOCIAL_IMAGE_SIZE.width, height: 3, fill: 'url(#line)' }),
    element('rect', { ...bar, x: x - 72, y: HORIZON + 32, width: 144, opacity: '0.45' }),
    element('rect', { ...bar, x: x - 30, y: HORIZON + 62, width: 60, opacity: '0.22' }),
  )
}

function stop(offset: number, stopColor: string, stopOpacity?: number) {
  return element('stop', {
    key: offset,
    offset,
    stopColor,
    ...(stopOpacity !== undefined && { stopOpacity }),
  })
}

function mark() {
  const line = { stroke: LIGHT, strokeLinecap: 'round' } as const
  return element(
    'svg',
    { width: 52, height: 52, viewBox: '0 0 32 32', fill: 'none' },
    element('path', { d: 'M8.5 18a7.5 7.5 0 0 1 15 0Z', fill: LIGHT }),
    element('path', { ...line, d: 'M2.5 21h27', strokeWidth: '1.75' }),
    element('path', { ...line, d: 'M9 24.5h14', strokeWidth: '1.25', opacity: '.55' }),
    element('path', { ...line, d: 'M13 27.5h6', opacity: '.3' }),
  )
}
