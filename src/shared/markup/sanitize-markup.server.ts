import sanitizeHtml from 'sanitize-html'

/** Matches text, or a tag as the renderer writes it. */
const TOKEN =
  /[^<]+|<br \/>|<img src="(?:https?:\/\/[^"<>/]+)?\/files\/pictures\/[\da-f-]{36}\.webp" alt="[^"<>]*" width="\d{1,5}" height="\d{1,5}" loading="lazy" \/>|<\/(\w+)>|<(?:(b|i|em|strong|p|ul|ol|li|blockquote|pre|code|h[2-4])|(ol) start="\d{1,9}"|(a) href="(?:https?:\/\/|\/(?!\/))[^"<>]*"(?: rel="nofollow ugc noopener" target="_blank"| title="[^"<>]*")?)>/y

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: 'a b blockquote br code em h2 h3 h4 i img li ol p pre strong ul'.split(' '),
  allowedAttributes: {
    a: ['href', 'rel', 'target', 'title'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    ol: ['start'],
  },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
}

/**
 * Last defence before a text is shown. The renderer's HTML only passes a check, in 2 µs for a comment. Other
 * HTML would be an error in the renderer, so the sanitizer parses it and removes what is not allowed.
 */
export function sanitizeMarkup(html: string): string {
  return isClean(html) ? html : sanitizeHtml(html, OPTIONS)
}

function isClean(html: string): boolean {
  const open: string[] = []
  TOKEN.lastIndex = 0
  for (let end = 0; end < html.length; end = TOKEN.lastIndex) {
    const token = TOKEN.exec(html)
    if (!token) return false
    const [, closed, ...opened] = token
    const tag = opened.find(Boolean)
    if (tag) open.push(tag)
    else if (closed && open.pop() !== closed) return false
  }
  return open.length === 0
}
