/** Maximum characters of a username, as in the table profiles. */
const MAX = 30

/**
 * Turns a name of another forum into a username of this one: letters a to z, digits, `_` and `-`. Spaces and dots
 * become `_`, other letters lose their accents or are left out. Names below three characters get `member` in front.
 */
export function toUsername(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[äöüß]/gi, (letter) => GERMAN[letter.toLowerCase()] ?? letter)
    .normalize('NFKD')
    .replace(/[\s.]+/g, '_')
    .replace(/[^A-Za-z0-9_-]/g, '')
    .slice(0, MAX)
  return plain.length >= 3 ? plain : `member${plain ? `_${plain}` : ''}`
}

const GERMAN: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/** Returns the nth variant of a username that is taken: `ada`, `ada_2`, `ada_3`. */
export function variantOf(username: string, number: number): string {
  return number === 1 ? username : `${username.slice(0, MAX - 1 - String(number).length)}_${number}`
}
