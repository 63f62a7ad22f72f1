import type { Files } from '../../platform/files.server.ts'
import { Semaphore } from '../../platform/semaphore.server.ts'
import { hasOwnName, type Site } from '../../platform/site.ts'
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
  private readonly settings: { readonly site: Site }
  private readonly turns = new Semaphore({ permits: 1, queue: QUEUE })
  private readonly underWay = new Map<string, Promise<Image>>()
  /** The forum's own under its name, as long as this process: another version may draw another one. */
  private own: { name: string; image: Image } | undefined

  constructor(files: Files, settings: { readonly site: Site }) {
    this.files = files
    this.settings = settings
  }

  /** The image of a post if it was drawn. */
  find(post: SocialImageSubject): Promise<Image | undefined> {
    return this.files.read(imageKey(post, this.settings.site))
  }

  /** Draws the image of a post and keeps it; what was drawn of the post before goes. Throws Overloaded. */
  draw(post: SocialImageSubject): Promise<Image> {
    const { site } = this.settings
    const key = imageKey(post, site)
    return this.once(key, async () => {
      const { title, author, categories } = post
      const line = author ? `by ${author}` : ''
      const card = { site: site.name, title, line, badges: categories }
      const image = await drawCard(card, `A discussion on ${site.name}`)
      await this.files.write(key, image)
      await this.remove(post.id, key)
      return image
    })
  }

  /** The image of the forum itself. Throws Overloaded. */
  async ofForum(): Promise<Image> {
    const { site } = this.settings
    const { name, url } = site
    if (this.own?.name === name) return this.own.image
    return this.once(`of ${name}`, async () => {
      // What an own forum is about, only its admins know.
      const title = hasOwnName(site) ? name : SUBJECT
      const image = await drawCard({ site: name, title, line: new URL(url).host }, SUBJECT)
      this.own = { name, image }
      return image
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
