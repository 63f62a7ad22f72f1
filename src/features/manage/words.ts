/** "category" → "Category" */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** "field_of_expertise" → "field of expertise" */
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

/** Null if empty; NaN if invalid, for the schema to refuse. */
export function typedYear(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}
