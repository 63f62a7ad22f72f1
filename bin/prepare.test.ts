import { expect, test } from 'vitest'
import { requireNode24 } from './prepare.mjs'

test.each(['20.20.2', '24.2.9'])('tests on Node %s fail with the way to a newer one', (version) => {
  expect(() => requireNode24(version)).toThrow(
    /24\.3 or newer.*Node (20|24.2).*\n.*export PATH="\$PWD\/\.node/,
  )
})

test.each(['24.3.0', '26.0.0'])('tests run on Node %s', (version) => {
  expect(requireNode24(version)).toBeUndefined()
})
