import { excerpt } from '../../platform/excerpt.ts'

const ADDRESS_LENGTH = 48

/** The first `length` characters on one line. A text of `read` or more characters counts as truncated. */
export function createPreview(text: string, length: number, read = Number.POSITIVE_INFINITY): string {
  const preview = excerpt(stripMarkup(text), length)
  return text.length >= read && !preview.endsWith('…') ? `${preview}…` : preview
}

/** Returns the text without code and quotation marks, and with shortened URLs. */
export function stripMarkup(text: string): string {
  if (!/[`>]|:\/\//.test(text)) return text
  return text
    .replace(/^ {0,3}`{3,}[ \t]*(?:[\w+#.-]{1,30}[ \t]*)?$\n?/gm, '')
    .replace(/^(?:>(?: |$))+/gm, '')
    .replace(/(?<!`)(`{1,2})(?!`)([^`\n]+)\1(?!`)/g, '$2')
    .replace(/\bhttps?:\/\/(?:www\.)?([^\s<>"`]+)/gi, (_, address: string) => shortened(address))
}

function shortened(address: string): string {
  return address.length > ADDRESS_LENGTH ? `${address.slice(0, ADDRESS_LENGTH - 1)}…` : address
}
