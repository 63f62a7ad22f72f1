import type { Marks, PastedBlock, Run, WordItem } from './pasted-blocks.ts'

/** Gathers blocks: words come to the paragraph that is open, spaces as a browser shows them. */
export class BlockBuilder {
  readonly blocks: PastedBlock[] = []
  private runs: Run[] = []

  add(text: string, { bold, italic }: Marks): void {
    const last = this.runs.at(-1)
    const spaced = text.replace(/[ \t\r\n\f]+/g, ' ')
    const words = !last || /[ \n]$/.test(last.text) ? spaced.replace(/^ /, '') : spaced
    if (!words) return
    if (last && last.bold === bold && last.italic === italic) last.text += words
    else this.runs.push({ text: words, bold, italic })
  }

  /** What was written as it is to stand, like code within a line. */
  addExactly(text: string, { bold, italic }: Marks): void {
    this.runs.push({ text, bold, italic })
  }

  lineBreak(): void {
    this.trimEnd(/ +$/)
    const last = this.runs.at(-1)
    // Two of them part paragraphs.
    if (!last) return
    if (last.text.endsWith('\n')) this.endParagraph()
    else last.text += '\n'
  }

  endParagraph(item?: WordItem): void {
    this.trimEnd(/\s+$/)
    const runs = this.runs
    this.runs = []
    if (runs.every(({ text }) => BLANK.test(text))) return
    this.blocks.push({ kind: 'paragraph', runs, ...(item && { item }) })
  }

  push(...blocks: PastedBlock[]): void {
    this.endParagraph()
    this.blocks.push(...blocks)
  }

  finish(): PastedBlock[] {
    this.endParagraph()
    return this.blocks
  }

  /** Spaces before the end of a line, in whatever run they are. */
  private trimEnd(spaces: RegExp): void {
    for (let last = this.runs.at(-1); last; last = this.runs.at(-1)) {
      last.text = last.text.replace(spaces, '')
      if (last.text) return
      this.runs.pop()
    }
  }
}

/** Nothing to see: spaces of any kind, and what has no width. */
const BLANK = /^[\s\u200b-\u200d\u2060]*$/
