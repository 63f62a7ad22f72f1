import type { RequestListener } from 'node:http'
import { setImmediate as loopTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config/config.server.ts'

/** Request header of proxies that repeat a read elsewhere after a 502 and avoid this node for a second. */
const DRAIN_HEADER = 'x-drain'
const HAND_OVER_MS = 2000
/** Milliseconds for the proxy to read the 502 and send earlier requests. It avoids this node for 1 s. */
const SETTLE_MS = 100

/** Seconds to keep serving. Longer than the proxies in `deploy/` need to notice a failing health check. */
const DRAIN_SECONDS = 5

/** Returns how many seconds to keep serving while health checks fail, which only helps behind a proxy. */
export function drainSeconds({ TRUSTED_PROXIES }: Pick<Config, 'TRUSTED_PROXIES'>): number {
  return TRUSTED_PROXIES.length > 0 ? DRAIN_SECONDS : 0
}

/** Makes proxies leave before the port closes, because they do not retry a write on a lost connection. */
export class Drain {
  private isLeaving = false
  private isBehindOne = false
  private refuse: (() => void) | undefined

  over(listener: RequestListener): RequestListener {
    return (request, response) => {
      // Closes the connection, so that the client's next request connects to another node.
      if (this.isLeaving) response.setHeader('connection', 'close')
      const canPassOn = DRAIN_HEADER in request.headers
      this.isBehindOne ||= canPassOn
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      if (!this.refuse || !canPassOn || !isRead) return listener(request, response)
      response.once('close', this.refuse)
      response.writeHead(502).end('about to stop')
    }
  }

  /** Serves for `seconds` while health checks fail. Then returns a 502 for proxies that do not use them. */
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
    // Waits one turn of the event loop to accept connections that arrived while the process was busy.
    await loopTurn()
  }
}
