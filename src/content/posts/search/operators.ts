/** Maximum number of operators in a search. Each costs an index lookup. */
export const OPERATORS_MAX = 5
/** Maximum characters of an operator's value, which suffice for every display name. */
export const OPERATOR_VALUE_MAX = 100

/** Description of the operators in the API. */
export const OPERATORS_HELP =
  `Up to ${OPERATORS_MAX} operators restrict the results: \`author:mara\`, \`author:"Mara Okonkwo"\`, \`in:ethics\` (a concept), ` +
  '`after:2026-03` (from then on) and `before:2026-03-31` (UTC). `GET /search` reports invalid ones, which are ignored.'

const NAMES = ['author', 'in', 'before', 'after'] as const

export interface Operator {
  name: (typeof NAMES)[number]
  /** The text after the colon, without quotes. */
  value: string
  /** The operator as typed. */
  typed: string
}

export interface ParsedSearch {
  /** The search without operators. */
  words: string
  /** All operators, including those above OPERATORS_MAX and those with invalid values. */
  operators: Operator[]
}

/** Matches quoted phrases, in which operators don't count, and operators at the beginning of a word. */
const PHRASE_OR_OPERATOR = new RegExp(
  String.raw`"[^"]*"|(?<!\S)(${NAMES.join('|')}):("[^"]*"|[^\s"]*)(?!\S)`,
  'gi',
)

/** Splits a search such as `neural author:"Ada Lin" after:2026` into words and operators. */
export function parseSearch(search: string): ParsedSearch {
  const operators: Operator[] = []
  const words = search
    .replace(/[“”„]/g, '"')
    .replace(PHRASE_OR_OPERATOR, (typed: string, name?: string, value?: string) => {
      if (name === undefined || value === undefined) return typed
      operators.push({
        name: name.toLowerCase() as Operator['name'],
        value: value.replaceAll('"', '').trim(),
        typed,
      })
      return ' '
    })
  return operators.length === 0
    ? { words: search, operators }
    : { words: words.replace(/\s+/g, ' ').trim(), operators }
}

/** Returns the search with other words and the same operators. */
export function withOperators(words: string, { operators }: Pick<ParsedSearch, 'operators'>): string {
  return [words, ...operators.map(({ typed }) => typed)].join(' ').trim()
}

/** Parses a year, month or day, such as `2026-03`. Returns its first moment in UTC, as ISO 8601. */
export function parseDate(value: string): string | undefined {
  const [year = '', month = '01', day = '01'] = /^(?!0000)\d{4}(-\d\d){0,2}$/.test(value)
    ? value.split('-')
    : []
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  const isValid = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`)
  return isValid ? date.toISOString() : undefined
}
