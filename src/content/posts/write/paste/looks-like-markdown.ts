export function looksLikeMarkdown(text: string): boolean {
  return SIGNS.some((sign) => sign.test(text))
}

const SIGNS = [
  // Patterns for headings, list items, quotations and fences.
  /^ {0,3}#{1,6} \S/m,
  /^[ \t]*(?:[-*+]|\d{1,3}[.)]) +\S/m,
  /^ {0,3}> ?\S/m,
  /^ {0,3}(?:```|~~~)/m,
  // Patterns for bold, italic, links and images, and tables.
  /(?<![\w*])\*\*(?=\S)[^*\n]+(?<=\S)\*\*(?![\w*])/,
  /(?<![\w_])__(?=\S)[^_\n]+(?<=\S)__(?![\w_])/,
  /(?<![\w_])_(?=[^\s_])[^_\n]+(?<=\S)_(?![\w_])/,
  /(?<![\w*])\*(?=[^\s*])[^*\n]+(?<=\S)\*(?![\w*])/,
  /\[[^[\]\n]+\]\((?:https?:|mailto:|\/)[^)\s]*\)/,
  /^\|.+\|[ \t]*\n\|[ \t:|-]+\|/m,
]
