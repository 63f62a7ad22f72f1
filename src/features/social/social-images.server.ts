import type { Config } from '../../platform/config.server.ts'
import type { Files } from '../../platform/files.server.ts'
import { Semaphore } from '../../platform/semaphore.server.ts'
import { siteOf } from '../../platform/site.ts'
import { FOLDER, imageKey, type SocialImageSubject } from './address.ts'
import type { Card } from './card.server.tsx'

type Image = Uint8Array<ArrayBuffer>

/** What the forum is about, where nothing else is to be said. */
const SUBJECT = 'Human enhancement, consciousness, AI and the future of life'
/** Who may wait while others are drawn, 0.1 s each. */
const QUEUE = 20

declare module '../../api/core/context.server.ts' {
  interface Services {
    socialImages: SocialImages
  }
}

/** Drawn images: each once, one at a time, and kept as files. */
export class SocialImages {
  private readonly files: Files
  private readonly site: { name: string; url: string }
  private readonly turns = new Semaphore({ permits: 1, queue: QUEUE })
  private readonly underWay = new Map<string, Promise<Image>>()
  /** The forum's own, as long as this process: another version may draw another one. */
  private own: Image | undefined

  constructor(files: Files, config: Config) {
    this.files = files
    this.site = siteOf(config)
  }

  /** The image of a post if it was drawn. */
  find(post: SocialImageSubject): Promise<Image | undefined> {
    return this.files.read(imageKey(post))
  }

  /** Draws the image of a post and keeps it; what was drawn of the post before goes. Throws Overloaded. */
  draw(post: SocialImageSubject): Promise<Image> {
    const key = imageKey(post)
    return this.once(key, async () => {
      const { title, author, categories } = post
      const line = author ? `by ${author}` : ''
      const card = { site: this.site.name, title, line, badges: categories }
      const image = await drawCard(card, `A discussion on ${this.site.name}`)
      await this.files.write(key, image)
      await this.remove(post.id, key)
      return image
    })
  }

  /** The image of the forum itself. Throws Overloaded. */
  async ofForum(): Promise<Image> {
    if (this.own) return this.own
    return this.once(SUBJECT, async () => {
      const card = { site: this.site.name, title: SUBJECT, line: new URL(this.site.url).host }
      this.own = await drawCard(card, SUBJECT)
      return this.own
    })
  }

  /** Removes what was drawn of a post, all but `kept`. */
  async remove(postId: string, kept?: string): Promise<void> {
    for await (const { key } of this.files.list(`${FOLDER}/${postId}`))
      if (key !== kept) await this.files.remove(key)
  }

  /** Who asks for what is being drawn gets the same. */
  private once(key: string, draw: () => Promise<Image>): Promise<Image> {
    const known = this.underWay.get(key)
    if (known) return known
    const drawing = this.turns.run(draw).finally(() => this.underWay.delete(key))
    this.underWay.set(key, drawing)
    return drawing
  }
}

/** What draws, fonts and layout, comes with the first image. */
async function drawCard(card: Card, instead: string): Promise<Image> {
  const { drawCard } = await import('./draw.server.tsx')
  return drawCard(card, instead)
}
