import * as z from 'zod'

/** Replaces Zod's own messages, which are written for programmers. */
z.config({ customError: schemaErrorText })

/** Returns a message for members, or undefined to use Zod's. */
function schemaErrorText(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined || issue.input === null || issue.input === '') return 'Please fill this in.'
  switch (issue.code) {
    case 'too_small':
      return `Enter at least ${amountOf(issue.origin, issue.minimum)}.`
    case 'too_big':
      return `Enter at most ${amountOf(issue.origin, issue.maximum)}.`
    case 'invalid_type':
      return `Enter ${TYPES[issue.expected] ?? 'a different type of value'}.`
    case 'invalid_value':
      return `Please choose one of these: ${issue.values.map(String).join(', ')}.`
    case 'invalid_format':
      return `Enter ${FORMATS[issue.format] ?? 'a value in the right format'}.`
    case 'invalid_union':
    case 'custom':
      return 'Please choose another value.'
    default:
      return undefined
  }
}

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
}

const FORMATS: Record<string, string> = {
  uuid: 'a UUID',
  datetime: 'a date and a time, like 2026-01-31T12:00:00Z',
  url: 'a URL that starts with https:// or http://',
  email: 'an email address, like name@example.com',
}

function amountOf(origin: string, limit: number | bigint): string {
  const amount = limit.toLocaleString('en')
  if (origin === 'string') return limit === 1 ? '1 character' : `${amount} characters`
  if (origin === 'array' || origin === 'set') return limit === 1 ? '1 entry' : `${amount} entries`
  return amount
}
