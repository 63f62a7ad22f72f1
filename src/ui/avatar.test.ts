import { expect, it } from 'vitest'
import { hueOf, initials } from './avatar.tsx'

it.each([
  ['Mara Okonkwo', 'MO'],
  ['heron', 'HE'],
  ['ilse_b', 'IB'],
  ['T. Nakagawa', 'TN'],
  ['Dr. Bisi Oyelaran', 'DO'],
  ['ø', 'Ø'],
  ['森 有紀', '森有'],
  ['***', '?'],
])('shortens %s to %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})

it('gives a member the same colour everywhere and not everybody the same', () => {
  expect(hueOf('maraok')).toBe(hueOf('maraok'))
  expect(new Set(['maraok', 'ilse_b', 'nakagawa', 'heron', 'ada_lin'].map(hueOf)).size).toBeGreaterThan(3)
})
