import { Marked } from 'marked'

/** HTML tags in Markdown stay text. */
export function htmlOfMarkdown(text: string): string {
  return marked.parse(text, { async: false })
}

const marked = new Marked({
  gfm: true,
  breaks: true,
  tokenizer: {
    // No HTML, and no code by indentation, which is common in letters.
    html: () => undefined,
    tag: () => undefined,
    code: () => undefined,
  },
})
