export const HEX_COLOUR = /^#[0-9a-f]{6}$/

/** Minimum contrast of text, from the Web Content Accessibility Guidelines (1.4.3, level AA). */
export const CONTRAST_MIN = 4.5

export type Theme = 'dark' | 'light'

/** The backgrounds of each theme on which links are hardest to read (`--raised`, `--sunken` in ui/tokens.css). */
const HARDEST_GROUND: Record<Theme, string> = { dark: '#121720', light: '#f2f0ea' }

/** Text colours for buttons in the accent colour. One of them always has a contrast of at least 4.5. */
const ON_ACCENT = ['#000000', '#ffffff']

export function isReadableAccent(colour: string, theme: Theme): boolean {
  return contrastOn(theme, colour) >= CONTRAST_MIN
}

/** Returns the contrast of a colour such as `#e9b872` with the theme's backgrounds, from 1 to 21. */
export function contrastOn(theme: Theme, colour: string): number {
  return contrast(colour, HARDEST_GROUND[theme])
}

/** Returns the text colour that is most readable on the accent colour. */
export function textOnAccent(accent: string): string {
  return ON_ACCENT.toSorted((one, other) => contrast(other, accent) - contrast(one, accent))[0] as string
}

/** Contrast ratio of two colours, as the Web Content Accessibility Guidelines define it. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
