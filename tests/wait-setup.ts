import { vi } from 'vitest'

const { waitFor } = vi

/**
 * Default timeout of vi.waitFor in milliseconds. Vitest's 1,000 is too short on a busy machine, and fixed.
 */
const PATIENCE = 15_000

vi.waitFor = (callback, options = PATIENCE) => waitFor(callback, options)
