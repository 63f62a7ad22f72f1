/** The first `length` characters of a text in one line, with an ellipsis if that is not all of it. */
export function excerpt(text: string, length: number): string {
  const line = oneLine(text)
  const beginning = begin(line, length)
  return beginning.length < line.length ? `${beginning.trimEnd()}…` : line
}

/** The first `length` characters and an ellipsis, also where there is no more: it stands for the whole. */
export function description(text: string, length: number): string {
  return `${begin(oneLine(text), length).trimEnd()}…`
}

function oneLine(text: string) {
  return text.trim().replace(/\s+/g, ' ')
}

/** Characters, not halves of them; most texts have none of two halves, and lists cut fifty. */
function begin(text: string, length: number) {
  return /[\ud800-\udfff]/.test(text) ? Array.from(text).slice(0, length).join('') : text.slice(0, length)
}
