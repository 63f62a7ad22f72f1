import { createRequire } from 'node:module'
import type { Files } from '../../platform/files/files.server.ts'
import { ChildWorker, WorkEndedError } from '../../platform/jobs/child-worker.server.ts'
import { hasOwnName, type Site } from '../../platform/site.ts'
import { imageKey, SOCIAL_IMAGE_FOLDER, type SocialImageSubject } from './address.ts'
import type { Card } from './card.server.ts'
import type { DrawRequest } from './draw-program.server.ts'

type Image = Uint8Array<ArrayBuffer>

const SUBJECT = 'Human enhancement, consciousness, AI and the future of life'
const QUEUE = 20
/** Path of the drawing program. package.json defines it, for the sources and for the build. */
const PROGRAM = createRequire(import.meta.url).resolve('#draw-social-image')

const painter = new ChildWorker<DrawRequest, { image: Image }>({
  path: PROGRAM,
  // In milliseconds. The first card after a start of the child process takes 0.6 s, later ones 0.1 s.
  deadline: 5_000,
  idle: 30_000,
  queue: QUEUE,
})

/** Draws images one at a time and stores each as a file, so that it is drawn only once. */
export class SocialImages {
  private readonly files: Files
  private readonly settings: { readonly site: Site }
  private readonly underWay = new Map<string, Promise<Image>>()
  /** Image of the site. Kept in memory, not in a file, because another release may draw it differently. */
  private own: { name: string; image: Image } | undefined

  constructor(files: Files, settings: { readonly site: Site }) {
    this.files = files
    this.settings = settings
  }

  find(post: SocialImageSubject): Promise<Image | undefined> {
    return this.files.read(imageKey(post, this.settings.site))
  }

  /** Draws and stores a post's image. Deletes its earlier images. Throws OverloadedError if too busy. */
  draw(post: SocialImageSubject): Promise<Image> {
    const { site } = this.settings
    const key = imageKey(post, site)
    return this.once(key, async () => {
      const { title, author, concepts } = post
      const line = author ? `by ${author}` : ''
      const card = { site: site.name, title, line, badges: concepts }
      const image = await drawCard(card, `A discussion on ${site.name}`)
      await this.files.write(key, image)
      await this.remove(post.id, key)
      return image
    })
  }

  /** Returns the image of the site. Throws OverloadedError if the queue is full. */
  async ofForum(): Promise<Image> {
    const { site } = this.settings
    const { name, url } = site
    if (this.own?.name === name) return this.own.image
    return this.once(`of ${name}`, async () => {
      const title = hasOwnName(site) ? name : SUBJECT
      const image = await drawCard({ site: name, title, line: new URL(url).host }, SUBJECT)
      this.own = { name, image }
      return image
    })
  }

  async remove(postId: string, kept?: string): Promise<void> {
    for await (const { key } of this.files.list(`${SOCIAL_IMAGE_FOLDER}/${postId}`))
      if (key !== kept) await this.files.remove(key)
  }

  private once(key: string, draw: () => Promise<Image>): Promise<Image> {
    const known = this.underWay.get(key)
    if (known) return known
    const drawing = draw().finally(() => this.underWay.delete(key))
    this.underWay.set(key, drawing)
    return drawing
  }
}

/** Draws a card. If its text crashes or stalls the child process, draws `instead` as the title. */
async function drawCard(card: Card, instead: string): Promise<Image> {
  try {
    return (await painter.run({ card, instead })).image
  } catch (error) {
    if (!(error instanceof WorkEndedError)) throw error
    const plain = { site: card.site, title: instead, line: '' }
    return (await painter.run({ card: plain, instead })).image
  }
}
