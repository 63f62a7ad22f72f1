import { expect, test } from 'vitest'
import { contrast, contrastOn, isReadableAccent, textOnAccent } from './accent.ts'

test('contrast is computed as the guidelines say', () => {
  // Computed with the formula of WCAG 2.2 by hand: 0.05 + the luminance of the ground is 0.0585 and 0.9214.
  expect(contrastOn('dark', '#ffffff')).toBeCloseTo(17.96, 1)
  expect(contrastOn('light', '#000000')).toBeCloseTo(18.43, 1)
})

test('the default accents are readable in their theme and not in the other', () => {
  expect(isReadableAccent('#f2b84b', 'dark')).toBe(true)
  expect(isReadableAccent('#f2b84b', 'light')).toBe(false)
  expect(isReadableAccent('#8a4b00', 'light')).toBe(true)
  expect(isReadableAccent('#8a4b00', 'dark')).toBe(false)
})

test('every colour has a text colour with a contrast of at least 4.5', () => {
  const hex = (value: number) => value.toString(16).padStart(2, '0')
  for (let red = 0; red < 256; red += 15)
    for (let green = 0; green < 256; green += 15)
      for (let blue = 0; blue < 256; blue += 15) {
        const accent = `#${hex(red)}${hex(green)}${hex(blue)}`
        expect.soft(contrast(textOnAccent(accent), accent), accent).toBeGreaterThanOrEqual(4.5)
      }
})
