import type { IncomingMessage, RequestListener } from 'node:http'
import { setImmediate as loopTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './config.server.ts'

/**
 * With this header a proxy says that it takes an answer 502 to a read as a sign to ask another node, and to give this one nothing for
 * a second at least: nginx, which looks after nobody (deploy/nginx.conf). Whoever else sends it has a read refused in our last moments.
 */
const DRAIN_HEADER = 'x-drain'
/** Milliseconds in which somebody asks, where there is anybody. */
const HAND_OVER_MS = 2000
/** Milliseconds after which a proxy has read that answer, and all that it sent before is here. Less than the second it stays away. */
const SETTLE_MS = 100

/** Longer than the proxies of `deploy/` take to notice that a node is not ready. */
const DRAIN_SECONDS = 5

/** How long a stopping process still serves while it reports that it is not ready. Only a proxy asks for that. */
export function drainSeconds({ TRUSTED_PROXIES }: Pick<Config, 'TRUSTED_PROXIES'>): number {
  return TRUSTED_PROXIES.length > 0 ? DRAIN_SECONDS : 0
}

/**
 * How a node takes its leave. A connection that the system has taken, and we have not, is reset when the port is closed: what was
 * written over it is lost, and no proxy sends a write twice. So the port is closed while nobody comes.
 */
export class Drain {
  private isLeaving = false
  private isBehindOne = false
  private refuse: (() => void) | undefined

  /** Serves as `listener` does, until it is time to send people elsewhere. */
  over(listener: RequestListener): RequestListener {
    return (request, response) => {
      // Whoever asks goes elsewhere with what they ask next.
      if (this.isLeaving) response.setHeader('connection', 'close')
      const canPassOn = DRAIN_HEADER in request.headers
      this.isBehindOne ||= canPassOn
      if (!this.refuse || !canPassOn || !isRead(request)) return listener(request, response)
      response.once('close', this.refuse)
      response.writeHead(502).end('about to stop')
    }
  }

  /** Serves for so many seconds more, in which proxies that look after us find out, then says it to those that do not. */
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
    // However long this process was busy: what has come by now is taken in the turn of the loop that begins here.
    await loopTurn()
  }
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}
