import type { RequestListener } from 'node:http'
import { setImmediate as loopTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config/config.server.ts'

/** Request header set by proxies that, after a 502, repeat a read elsewhere and avoid this node for 1 s. */
const DRAIN_HEADER = 'x-drain'
const HAND_OVER_MS = 2000
/** Milliseconds until the proxy has read the 502 and avoids this node. Until then, requests still arrive. */
const SETTLE_MS = 100

/** Seconds to keep serving during a shutdown, until the proxies in `deploy/` notice failing health checks. */
const DRAIN_SECONDS = 5

/** Returns how many seconds to keep serving at shutdown: 0 without a proxy that could use another node. */
export function drainSeconds({ TRUSTED_PROXIES }: Pick<Config, 'TRUSTED_PROXIES'>): number {
  return TRUSTED_PROXIES.length > 0 ? DRAIN_SECONDS : 0
}

/** Makes proxies avoid this node before its port closes, because they do not retry a failed write. */
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

  /** Serves for `seconds` while health checks fail. Proxies without health checks then receive a 502. */
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
