/** A text of a search: what was found stands between U+E000 and U+E001 and becomes <mark>. Everything is text. */
export function Highlighted({ text }: { text: string }) {
  return text.split('\uE000').map((part, index) => {
    const [hit = '', rest] = part.split('\uE001')
    // biome-ignore lint/suspicious/noArrayIndexKey: a text has no other parts
    return rest === undefined ? part : [<mark key={index}>{hit}</mark>, rest]
  })
}
