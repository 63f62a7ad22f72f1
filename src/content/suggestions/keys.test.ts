import { describe, expect, it } from 'vitest'
import { nextActiveOption } from './suggestions.tsx'

describe('a key', () => {
  it.each([
    ['ArrowDown', -1, 0],
    ['ArrowDown', 0, 1],
    ['ArrowDown', 2, -1],
    ['ArrowUp', -1, 2],
    ['ArrowUp', 1, 0],
    ['ArrowUp', 0, -1],
    ['Home', 2, 0],
    ['End', 0, 2],
    ['Home', -1, undefined],
    ['End', -1, undefined],
    ['a', 1, undefined],
    ['ArrowLeft', 1, undefined],
  ])('%s at %i of three leads to %s', (key, at, to) => {
    expect(nextActiveOption(key, at, 3)).toBe(to)
  })

  it('leads nowhere among none', () => {
    expect(nextActiveOption('ArrowDown', -1, 0)).toBeUndefined()
  })
})
