import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllEnvs())

test.each([
  ['', ['--max-old-space-size=1024', '--max-semi-space-size=4']],
  ['--enable-source-maps', ['--max-old-space-size=1024', '--max-semi-space-size=4']],
  ['--max_old_space_size=4096', []],
  ['--enable-source-maps --max-old-space-size=4096', []],
])('where NODE_OPTIONS are “%s” the forum runs with %j', async (said, options) => {
  vi.stubEnv('NODE_OPTIONS', said)
  expect((await import('./memory.mjs')).MEMORY).toEqual(options)
})
