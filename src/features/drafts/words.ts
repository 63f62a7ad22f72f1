/** What a draft is called: its title, or its first words. */
export function wordsOfDraft(values: unknown): string {
  if (typeof values === 'string') return shortened(values)
  const texts = Object.entries((values ?? {}) as Record<string, unknown>).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !/_(?:at|id)$/.test(entry[0]),
  )
  const preferred = ['title', 'name', 'full_name', 'content', 'bio']
  const first = preferred.flatMap((name) => texts.filter(([field, text]) => field === name && text.trim()))[0]
  return shortened((first ?? texts.find(([, text]) => text.trim()))?.[1] ?? '')
}

/** The tags of rich text go; what is left is shown as text, whatever it is. */
function shortened(text: string): string {
  const words = text
    .slice(0, 2000)
    .replace(/<\/?(?:p|br|ul|ol|li|blockquote|strong|em|b|i)\b[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
  return words.length > LENGTH ? `${words.slice(0, LENGTH).trimEnd()}…` : words
}

const LENGTH = 160
