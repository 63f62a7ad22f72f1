import type TurndownService from 'turndown'
import { type FindPicture, pictureLinks } from '../files/picture-links.ts'
import { htmlToMarkdown, type MarkdownRules, toPlainText } from '../html-to-markdown.server.ts'
import { markdownToPost } from '../markdown-to-post.server.ts'
import type { MarkupConverter } from '../markup-converter.ts'

type Element = Parameters<Extract<TurndownService.Filter, (...args: never[]) => boolean>>[0]

const has = (element: Element, name: string) => element.classList.contains(name)
const quoted = (text: string) => `\n\n${text.trim().replace(/^/gm, '> ')}\n\n`

/** Elements that only Discourse has, in the HTML that it stores for each post ("cooked"). */
const RULES: MarkdownRules = {
  emoji: {
    filter: (node) => node.nodeName === 'IMG' && has(node, 'emoji'),
    replacement: (_, node) => (node as Element).getAttribute('alt') ?? '',
  },
  anchor: { filter: (node) => has(node, 'anchor') && !node.textContent?.trim(), replacement: () => '' },
  // The link of a mention leads to the former forum. Names become links here.
  mention: {
    filter: (node) => has(node, 'mention') || has(node, 'mention-group'),
    replacement: (_, node) => node.textContent ?? '',
  },
  quote: {
    filter: (node) => node.nodeName === 'ASIDE' && has(node, 'quote'),
    replacement: (_, node) => {
      const element = node as Element
      const body = convert(element.querySelector('blockquote')?.innerHTML ?? '')
      const author =
        element.getAttribute('data-username') ?? element.querySelector('.title')?.textContent?.trim()
      return quoted(author ? `@${author.replace(/:$/, '')}:\n${body}` : body)
    },
  },
  onebox: {
    filter: (node) => node.nodeName === 'ASIDE' && has(node, 'onebox'),
    replacement: (content, node) => {
      const address = (node as Element).getAttribute('data-onebox-src') ?? ''
      return quoted(content.includes(address) ? content : `${address}\n\n${content}`)
    },
  },
  // Names of files and sizes below a picture.
  pictureInformation: {
    filter: (node) => node.nodeName === 'DIV' && has(node, 'meta'),
    replacement: () => '',
  },
  summary: { filter: 'summary', replacement: (content) => `\n\n**${content.trim()}**\n\n` },
}

const convert = htmlToMarkdown(RULES)

/** Uploads have addresses such as `//host/uploads/default/original/1X/0123abcd.png`. */
const pictures = pictureLinks(
  String.raw`(?:(?:https?:)?\/\/[^\s/()<>"]+)?(?:\/[\w-]+)*\/uploads\/(default\/[^\s()<>"]+)`,
)
const toMarkdown = (html: string, findPicture: FindPicture = () => undefined) =>
  pictures.replace(convert(html), findPicture)

export const discourseMarkup: MarkupConverter = {
  toPost: (html, findPicture) => markdownToPost(toMarkdown(html, findPicture)),
  toText: toMarkdown,
  // The lines below a picture name its file and size.
  wordsOf: (html) => toPlainText(html.replace(/<div class="meta">[\s\S]*?<\/div>/g, '')),
  uploadsIn: (html) => (html.includes('/uploads/') ? pictures.find(convert(html)) : []),
}
