import type { Kept } from './contract.ts'

/** As plain text, to be read and copied: a post is stored as HTML of paragraphs and lists. */
export function wordsOf({ title, content, format }: Pick<Kept, 'title' | 'content' | 'format'>): string {
  const isHtml = title !== null || format === 'rich'
  const text = isHtml ? textOf(content) : content
  return title === null ? text : `${title}\n\n${text}`
}

function textOf(html: string): string {
  const broken = html.replace(/<br\s*\/?>|<\/li>/g, '\n').replace(/<\/(?:p|blockquote|ul|ol)>/g, '\n\n')
  const text = new DOMParser().parseFromString(broken, 'text/html').body.textContent ?? ''
  return text.replace(/\n{3,}/g, '\n\n').trim()
}
