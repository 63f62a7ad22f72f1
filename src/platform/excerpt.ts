/** Returns the first `length` characters on one line, with an ellipsis if shortened. */
export function excerpt(text: string, length: number): string {
  const line = oneLine(text)
  const beginning = begin(line, length)
  return beginning.length < line.length ? `${beginning.trimEnd()}…` : line
}

/** Returns the first `length` characters on one line, always with an ellipsis. */
export function metaDescription(text: string, length: number): string {
  return `${begin(oneLine(text), length).trimEnd()}…`
}

function oneLine(text: string) {
  return text.trim().replace(/\s+/g, ' ')
}

/** Cuts text without splitting a surrogate pair. Most texts have no such pairs and take a faster path. */
function begin(text: string, length: number) {
  return /[\ud800-\udfff]/.test(text) ? Array.from(text).slice(0, length).join('') : text.slice(0, length)
}
