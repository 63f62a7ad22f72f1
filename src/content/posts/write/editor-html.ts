/** Stored posts hold links and headings as Markdown, because they may contain no other tags and no attributes. */

const LINK = /\[((?:[^[\]<>]|&[a-z]+;){1,300})\]\((https?:\/\/[^\s()<>"]+)\)/g
const HEADING = /<p>(#{2,4}) (?! )((?:[^<\n]|<\/?(?:b|i|em|strong)>)+)<\/p>/g

/** Converts stored HTML to the editor's, which has elements for links and headings. */
export function toEditorHtml(stored: string): string {
  return stored
    .replace(HEADING, (_, { length }: string, words) => `<h${length}>${words}</h${length}>`)
    .replace(LINK, '<a href="$2">$1</a>')
}

/** Converts the editor's HTML to the stored form. */
export function toStoredHtml(html: string): string {
  return html
    .replace(/<h([2-4])>(.*?)<\/h\1>/gs, (_, level, words) => storedHeading(Number(level), words))
    .replace(/<a href="([^"]*)">(.*?)<\/a>/gs, (_, href, words) =>
      words.replace(/[^<>]+(?![^<]*>)/g, (text: string) => storedLink(href, text)),
    )
}

function storedHeading(level: number, words: string): string {
  const line = words.replace(/<br ?\/?>/g, ' ')
  return line && `<p>${'#'.repeat(level)} ${line}</p>`
}

/** Returns "[text](https://…)", or "text (https://…)" if brackets in the text would end the link. */
function storedLink(href: string, text: string): string {
  const address = href.replaceAll('(', '%28').replaceAll(')', '%29')
  if (text === href) return address
  return /[[\]]/.test(text) || text.length > 300 ? `${text} (${address})` : `[${text}](${address})`
}

/** Returns the URL that was typed, with https:// if it has no scheme. Undefined if it isn't an http(s) URL. */
export function readAddress(typed: string): string | undefined {
  const text = typed.trim()
  const url = URL.parse(/^[a-z][a-z\d+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  return url.href.replaceAll('(', '%28').replaceAll(')', '%29')
}
