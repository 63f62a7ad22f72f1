/** Words of somebody as a quotation, as features/markup reads it, with an empty line behind it to go on from. */
export function quotationOf(words: string, username: string | undefined): string {
  const lines = words
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
  const text = lines
    .join('\n')
    .trim()
    .replace(/\n{3,}/g, '\n\n')
  const quoted = text.split('\n').map((line) => `> ${line}`.trimEnd())
  return [...(username ? [`@${username} wrote:`] : []), ...quoted, '', ''].join('\n')
}

/** A quotation behind what is written already. */
export function withQuotation(written: string, quotation: string): string {
  const before = written.trimEnd()
  return before ? `${before}\n\n${quotation}` : quotation
}
