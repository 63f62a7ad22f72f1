/** Renders text of a search result with <mark> around the matches, which U+E000 and U+E001 enclose. */
export function HighlightedText({ text }: { text: string }) {
  return text.split('\uE000').map((part, index) => {
    const [hit = '', rest] = part.split('\uE001')
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no ids
    return rest === undefined ? part : [<mark key={index}>{hit}</mark>, rest]
  })
}
