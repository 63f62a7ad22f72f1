import MarkdownIt from 'markdown-it'

/** Converts Markdown to HTML. HTML tags within the Markdown remain text. */
export function htmlOfMarkdown(text: string): string {
  return markdown.render(text)
}

/** Without code marked by indentation, because letters often have indented paragraphs. */
const markdown = new MarkdownIt({ html: false, breaks: true }).disable('code')
