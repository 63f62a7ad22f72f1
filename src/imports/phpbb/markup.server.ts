import type { FindPicture } from '../files/picture-links.ts'
import { htmlToMarkdown, toPlainText } from '../html-to-markdown.server.ts'
import { markdownToPost } from '../markdown-to-post.server.ts'
import type { MarkupConverter } from '../markup-converter.ts'
import { placeAttached, showAttached, uploadsIn } from './attachments.ts'

/**
 * phpBB stores XML since 3.2 (`<r>` with formatting, `<t>` without), and BBCode with escaped HTML before. Both become
 * HTML tag by tag. Whatever is nested wrongly is repaired by the HTML parser behind it.
 */
function toHtml(markup: string): string {
  return /^<[rt]>/.test(markup) ? xmlToHtml(markup) : bbcodeToHtml(markup)
}

/** Tags of HTML by the names of BBCode, which are the elements of the XML too. Others stay text or lose their tag. */
const TAGS: Record<string, string> = { b: 'b', i: 'i', u: 'u', s: 'del', code: 'pre><code', li: 'li' }

function xmlToHtml(xml: string): string {
  return (
    xml
      // What the author typed around an element, such as [b], and line breaks that belong to it.
      .replace(/<([sei])>[^<]*<\/\1>/g, '')
      .replace(/<IMG [^>]*?src="([^"]*)"[^>]*>[\s\S]*?<\/IMG>/g, '<img src="$1">')
      .replace(/<(\/?)([A-Z][A-Z0-9_-]*)([^>]*)>/g, (_, slash: string, name: string, attributes: string) =>
        slash ? closing(name, attributes) : opening(name, attributes),
      )
      .replace(/<\/?[rt]>/g, '')
  )
}

const attribute = (attributes: string, name: string) =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''

function opening(name: string, attributes: string): string {
  if (name === 'QUOTE') return quote(attribute(attributes, 'author'))
  if (name === 'URL' || name === 'EMAIL') {
    const address = attribute(attributes, 'url') || `mailto:${attribute(attributes, 'email')}`
    return `<a href="${address}">`
  }
  if (name === 'LIST') return attribute(attributes, 'type') === 'decimal' ? '<ol>' : '<ul>'
  const tag = TAGS[name.toLowerCase()]
  return tag ? `<${tag}>` : ''
}

function closing(name: string, _attributes: string): string {
  if (name === 'QUOTE') return '</blockquote>'
  if (name === 'URL' || name === 'EMAIL') return '</a>'
  // A list that is closed by the other name is closed all the same.
  if (name === 'LIST') return '</ul></ol>'
  return closed(TAGS[name.toLowerCase()])
}

const closed = (tag: string | undefined) => (tag ? `</${tag.split('><').toReversed().join('></')}>` : '')

const quote = (author: string) => (author ? `<blockquote>@${author}:<br>` : '<blockquote>')

/** Matches a tag with its mark of eight letters: [quote="Ada":1a2b3c4d], [/list:u:1a2b3c4d], [*:1a2b3c4d]. */
const TAG = /\[(\/?)([a-z*]+)(?:=((?:&quot;)?[^\]]*?))?(?::[mou])?:[a-z0-9]{5,8}\]/gi

function bbcodeToHtml(text: string): string {
  const html = text
    .replace(/<!-- s\S+ --><img src="[^"]*" alt="([^"]*)"[^>]*><!-- s\S+ -->/g, '$1')
    .replace(/<!-- \w -->/g, '')
    .replace(/\[img:[a-z0-9]{5,8}\]([^[]*)\[\/img:[a-z0-9]{5,8}\]/gi, '<img src="$1">')
    .replace(/\[(url|email):[a-z0-9]{5,8}\]([^[]*)\[\/\1:[a-z0-9]{5,8}\]/gi, '<a href="$2">$2</a>')
    .replace(TAG, (_, slash: string, name: string, value = '') => tagOf(slash, name.toLowerCase(), value))
  return html.replace(/\n/g, '<br>')
}

function tagOf(slash: string, name: string, value: string): string {
  const plain = value.replace(/^&quot;|&quot;$/g, '')
  if (name === 'quote') return slash ? '</blockquote>' : quote(plain)
  if (name === 'url' || name === 'email') return slash ? '</a>' : `<a href="${plain}">`
  if (name === 'list') return slash ? '</ul></ol>' : plain === '1' ? '<ol>' : '<ul>'
  const tag = TAGS[name === '*' ? 'li' : name]
  return slash ? closed(tag) : tag ? `<${tag}>` : ''
}

const toMarkdown = htmlToMarkdown()
const convert = (markup: string, findPicture: FindPicture = () => undefined) =>
  showAttached(toMarkdown(toHtml(placeAttached(markup, findPicture))), findPicture)

export const phpbbMarkup: MarkupConverter = {
  toPost: (markup, findPicture) => markdownToPost(convert(markup, findPicture)),
  toText: convert,
  wordsOf: (markup) =>
    toPlainText(
      /^<[rt]>/.test(markup)
        ? markup.replace(/<([sei])>[^<]*<\/\1>/g, '').replace(/<IMG [\s\S]*?<\/IMG>/g, '')
        : markup.replace(/<!--[\s\S]*?-->/g, '').replace(TAG, ''),
    ),
  uploadsIn,
}
