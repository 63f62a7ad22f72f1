import { vi } from 'vitest'

const { waitFor } = vi

/** Milliseconds. Vitest's default of 1,000 is too short on a busy machine, and there is no setting for it. */
const PATIENCE = 15_000

vi.waitFor = (callback, options = PATIENCE) => waitFor(callback, options)
