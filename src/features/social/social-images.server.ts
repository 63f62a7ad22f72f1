import { createRequire } from 'node:module'
import { ChildWorker, WorkEnded } from '../../platform/child-worker.server.ts'
import type { Files } from '../../platform/files.server.ts'
import { hasOwnName, type Site } from '../../platform/site.ts'
import { FOLDER, imageKey, type SocialImageSubject } from './address.ts'
import type { Card } from './card.server.ts'
import type { Drawing } from './draw-program.server.ts'

type Image = Uint8Array<ArrayBuffer>

/** What the forum is about, where nothing else is to be said. */
const SUBJECT = 'Human enhancement, consciousness, AI and the future of life'
/** Who may wait while others are drawn, 0.1 s each. */
const QUEUE = 20
/** The program by its name in package.json: it is found from the sources and from the built server alike. */
const PROGRAM = createRequire(import.meta.url).resolve('#draw-social-image')

const painter = new ChildWorker<Drawing, { image: Image }>({
  path: PROGRAM,
  // The first card after a start takes 0.6 s, each later one 0.1 s.
  deadline: 5_000,
  idle: 30_000,
  queue: QUEUE,
})

declare module '../../api/core/context.server.ts' {
  interface Services {
    socialImages: SocialImages
  }
}

/** Drawn images: each once, one at a time, and kept as files. */
export class SocialImages {
  private readonly files: Files
  private readonly settings: { readonly site: Site }
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
    const drawing = draw().finally(() => this.underWay.delete(key))
    this.underWay.set(key, drawing)
    return drawing
  }
}

/** Where the words of a card end the process that lays them out, the image says `instead` and nothing else of it. */
async function drawCard(card: Card, instead: string): Promise<Image> {
  try {
    return (await painter.run({ card, instead })).image
  } catch (error) {
    if (!(error instanceof WorkEnded)) throw error
    const plain = { site: card.site, title: instead, line: '' }
    return (await painter.run({ card: plain, instead })).image
  }
}
