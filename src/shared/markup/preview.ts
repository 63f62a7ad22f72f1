import { excerpt } from '../../platform/excerpt.ts'
import { withoutPictures } from '../pictures/syntax.ts'

const ADDRESS_LENGTH = 48

/** Returns the start of a text on one line, with "…" if cut. `read`: characters to which a query cut it. */
export function createPreview(text: string, length: number, read = Number.POSITIVE_INFINITY): string {
  const preview = excerpt(stripMarkup(text), length)
  return text.length >= read && !preview.endsWith('…') ? `${preview}…` : preview
}

/** Removes the marks of formatting from a text, shortens its URLs, and replaces pictures by their descriptions. */
export function stripMarkup(text: string): string {
  if (!/[`>#*_]|:\/\/|\]\(/.test(text)) return text
  return withoutPictures(text)
    .replace(/^ {0,3}`{3,}[ \t]*(?:[\w+#.-]{1,30}[ \t]*)?$\n?/gm, '')
    .replace(/^(?:>(?: |$))+/gm, '')
    .replace(/^#{1,6} +/gm, '')
    .replace(/(?<!`)(`{1,2})(?!`)([^`\n]+)\1(?!`)/g, '$2')
    .replace(LINK, '$1')
    .replace(EMPHASIS, '$3')
    .replace(/\bhttps?:\/\/(?:www\.)?([^\s<>"`]+)/gi, (_, address: string) => shortened(address))
}

const LINK = /!?\[([^[\]\n]{1,300})\]\((?:https?:\/\/|\/)[^\s()]{0,2000}(?: "[^"\n]{0,200}")?\)/g
const EMPHASIS = /(?<![\p{L}\p{N}*_])(([*_])\2{0,2})(?=[^\s*_])([^*_\n]{1,300})(?<=\S)\1(?![\p{L}\p{N}*_])/gu

function shortened(address: string): string {
  return address.length > ADDRESS_LENGTH ? `${address.slice(0, ADDRESS_LENGTH - 1)}…` : address
}
