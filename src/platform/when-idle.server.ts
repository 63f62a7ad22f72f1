import { subscribe } from 'node:diagnostics_channel'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds after which work begins all the same. */
const MAX_WAIT_MS = 250

let connections = 0
subscribe('net.server.socket', () => connections++)

/**
 * Resolves when nobody stands at the door. Node lets in one connection for each turn of its event loop, so work of a few
 * milliseconds a turn would keep whoever comes last of a hundred waiting for a hundred times that. Work for a crowd begins
 * once all are in, where those whose answers cost nothing go first.
 */
export async function whenIdle(): Promise<void> {
  const latest = performance.now() + MAX_WAIT_MS
  for (let known = -1; known !== connections && performance.now() < latest; ) {
    known = connections
    await nextTurn()
  }
}
