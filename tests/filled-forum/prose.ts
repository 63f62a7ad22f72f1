import { readdirSync, readFileSync } from 'node:fs'
import type { Random } from './random.ts'

const SYLLABLES =
  'ba cor den el fi gra hu in jo kel lam mor nu os pra qui ras sten tu ul ver wy xa zin'.split(' ')
/** Number of different rare words (names, terms, typos). Half of the titles and each paragraph have one. */
const RARE_WORDS = 500_000

/**
 * Generates text from the demo community's sentences in random order: real words with realistic frequencies.
 * Rare words are added, because a forum of a million posts has more distinct words than one of a hundred.
 */
export class Prose {
  private readonly sentences: string[]
  private readonly random: Random

  constructor(random: Random) {
    const folder = new URL('../../src/shell/demo/posts/', import.meta.url)
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
    const rare = this.random.next() < 0.5 ? `${this.rareWord()} ` : ''
    return `${rare}${words.slice(0, 5 + this.random.below(8)).join(' ')}`.slice(0, 200).trim()
  }

  /** Returns paragraphs of plain text with `sentences` sentences in total. */
  paragraphs(sentences: number): string[] {
    const paragraphs: string[] = []
    for (let left = sentences; left > 0; left -= 4)
      paragraphs.push(
        `${Array.from({ length: Math.min(4, left) }, () => this.random.pick(this.sentences)).join(' ')} (${this.rareWord()})`,
      )
    return paragraphs
  }

  private rareWord(): string {
    let word = ''
    for (let left = this.random.skewed(RARE_WORDS, 2) + SYLLABLES.length; left > 0; )
      [word, left] = [word + SYLLABLES[left % SYLLABLES.length], Math.floor(left / SYLLABLES.length)]
    return word
  }
}
