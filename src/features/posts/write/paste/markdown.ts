import { Marked } from 'marked'

/** Markdown as HTML, to be read like any other that is pasted. Tags in it are words, as they were typed. */
export function htmlOfMarkdown(text: string): string {
  return marked.parse(text, { async: false })
}

const marked = new Marked({
  gfm: true,
  breaks: true,
  tokenizer: {
    // Neither HTML nor code by indentation: who indents a letter does not mean that.
    html: () => undefined,
    tag: () => undefined,
    code: () => undefined,
  },
})
