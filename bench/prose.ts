import { readdirSync, readFileSync } from 'node:fs'
import type { Random } from './random.ts'

/** Texts of the demo community, cut into sentences and mixed: real words in their real frequencies. */
export class Prose {
  private readonly sentences: string[]
  private readonly random: Random

  constructor(random: Random) {
    const folder = new URL('../src/features/demo/posts/', import.meta.url)
    const posts = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as { content: string }[])
    this.sentences = posts.flatMap(({ content }) =>
      (
        content
          .replace(/<[^>]+>/g, ' ')
          .replace(/\s+/g, ' ')
          .match(/[^.?!]+[.?!]+/g) ?? []
      ).map((s) => s.trim()),
    )
    this.random = random
  }

  title(): string {
    const words = this.random
      .pick(this.sentences)
      .replace(/[.?!]+$/, '')
      .split(' ')
    return words
      .slice(0, 5 + this.random.below(8))
      .join(' ')
      .slice(0, 200)
      .trim()
  }

  /** Paragraphs of plain text, `sentences` in all. */
  paragraphs(sentences: number): string[] {
    const paragraphs: string[] = []
    for (let left = sentences; left > 0; left -= 4)
      paragraphs.push(
        Array.from({ length: Math.min(4, left) }, () => this.random.pick(this.sentences)).join(' '),
      )
    return paragraphs
  }
}
