import { Marked } from 'marked'

/** Converts Markdown to HTML. HTML tags within the Markdown remain text. */
export function htmlOfMarkdown(text: string): string {
  return marked.parse(text, { async: false })
}

const marked = new Marked({
  gfm: true,
  breaks: true,
  tokenizer: {
    // Disables HTML, and code marked by indentation, because letters often have indented paragraphs.
    html: () => undefined,
    tag: () => undefined,
    code: () => undefined,
  },
})
