import type { Answer } from '../../platform/answer.server.ts'
import { PageCache } from '../../platform/pages.server.ts'
import type { Card } from './card.server.tsx'

/** Some 150 images: those of what is talked about now. */
const KEPT_BYTES = 16 * 1024 * 1024
/** Who may wait while others are drawn, 0.1 s each. */
const QUEUE = 20

/** Drawn images: each once, one at a time, as many as fit into memory. */
export class Drawings {
  private readonly kept = new PageCache({ maxBytes: KEPT_BYTES, freshFor: Number.POSITIVE_INFINITY })
  private previous: Promise<unknown> = Promise.resolve()
  private waiting = 0

  has(key: string): boolean {
    return this.kept.peek(key) !== undefined
  }

  get isBusy(): boolean {
    return this.waiting >= QUEUE
  }

  /** The image for `key`, with `headers`; drawn if it is not there. */
  read(key: string, headers: Record<string, string>, card: Card, instead: string): Promise<Answer> {
    return this.kept.read(key, async () => {
      this.waiting++
      const drawing = this.previous.then(() => draw(card, instead)).finally(() => this.waiting--)
      this.previous = drawing.catch(() => undefined)
      return { status: 200, headers, body: await drawing }
    })
  }
}

/** What draws, fonts and layout, comes with the first image. */
async function draw(card: Card, instead: string) {
  const { drawCard } = await import('./draw.server.tsx')
  return drawCard(card, instead)
}
