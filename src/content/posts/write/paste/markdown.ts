import { Marked } from 'marked'

/** Converts Markdown. HTML tags in it remain text. */
export function htmlOfMarkdown(text: string): string {
  return marked.parse(text, { async: false })
}

const marked = new Marked({
  gfm: true,
  breaks: true,
  tokenizer: {
    // Disables HTML, and code by indentation, which is common in letters.
    html: () => undefined,
    tag: () => undefined,
    code: () => undefined,
  },
})
