import type { RequestListener } from 'node:http'
import { setImmediate as loopTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config/config.server.ts'

/** Sent by proxies that retry a read elsewhere after a 502 and avoid this node for a second (deploy/nginx.conf). */
const DRAIN_HEADER = 'x-drain'
const HAND_OVER_MS = 2000
/** Milliseconds for the proxy to read the 502 and earlier requests to arrive. Shorter than its pause of a second. */
const SETTLE_MS = 100

/** Longer than the proxies in `deploy/` need to notice that a node is not ready. */
const DRAIN_SECONDS = 5

/** Seconds to keep serving while not ready. Only useful behind a proxy. */
export function drainSeconds({ TRUSTED_PROXIES }: Pick<Config, 'TRUSTED_PROXIES'>): number {
  return TRUSTED_PROXIES.length > 0 ? DRAIN_SECONDS : 0
}

/** Makes proxies leave before the port closes. Closing resets waiting connections, and writes are not retried. */
export class Drain {
  private isLeaving = false
  private isBehindOne = false
  private refuse: (() => void) | undefined

  over(listener: RequestListener): RequestListener {
    return (request, response) => {
      // The client's next request then opens a connection to another node.
      if (this.isLeaving) response.setHeader('connection', 'close')
      const canPassOn = DRAIN_HEADER in request.headers
      this.isBehindOne ||= canPassOn
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      if (!this.refuse || !canPassOn || !isRead) return listener(request, response)
      response.once('close', this.refuse)
      response.writeHead(502).end('about to stop')
    }
  }

  /** Serves for `seconds` while health checks fail. Then refuses a read, for proxies without health checks. */
  async leave(seconds: number): Promise<void> {
    this.isLeaving = true
    await sleep(seconds * 1000)
    if (seconds === 0 || !this.isBehindOne) return
    await Promise.race([
      new Promise<void>((resolve) => {
        this.refuse = resolve
      }),
      sleep(HAND_OVER_MS),
    ])
    await sleep(SETTLE_MS)
    // Accepts the connections that arrived while the process was busy.
    await loopTurn()
  }
}
