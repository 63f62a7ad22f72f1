import { vi } from 'vitest'

const { waitFor } = vi

/** Timeout of vi.waitFor in milliseconds. Vitest's default of 1,000 is too short on a busy machine. */
const PATIENCE = 15_000

vi.waitFor = (callback, options = PATIENCE) => waitFor(callback, options)
