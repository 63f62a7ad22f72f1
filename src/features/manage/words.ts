/** "category" → "Category" */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** How people call what the API calls `field_of_expertise`. */
export function fieldInWords(field: string): string {
  return FIELDS[field] ?? field.replaceAll('_', ' ')
}

const FIELDS: Record<string, string> = {
  bio: 'biography',
  color: 'colour',
  ends_at: 'end',
  key_works: 'works',
  starts_at: 'start',
  website_url: 'website',
}

/** What is typed as a year: nothing, a number, or something that is refused in words. */
export function typedYear(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}
