import { expect, it } from 'vitest'
import { withoutFallback } from './lean-styles.ts'

it('takes off what is for browsers without @property, and nothing else', () => {
  const fallback =
    '@layer properties{@supports (not (margin-trim:inline)){*,:before,::backdrop{--tw-x:0;--tw-y:0}}}'
  const rest = '@layer theme{:root{--spacing:.25rem}}@property --tw-x{syntax:"*";inherits:false}'
  expect(withoutFallback(`/*! licence */\n${fallback}${rest}`)).toBe(`/*! licence */\n${rest}`)
  expect(withoutFallback(rest)).toBe(rest)
})
