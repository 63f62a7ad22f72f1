/** Renders search result text. Matches are enclosed in U+E000 and U+E001 and displayed with <mark>. */
export function HighlightedText({ text }: { text: string }) {
  return text.split('\uE000').map((part, index) => {
    const [hit = '', rest] = part.split('\uE001')
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no ids
    return rest === undefined ? part : [<mark key={index}>{hit}</mark>, rest]
  })
}
