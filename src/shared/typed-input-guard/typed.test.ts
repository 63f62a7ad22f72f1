import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import fc from '../../../tests/fast-check.ts'
import { createLineCleaner, findCaret, removeCode } from './typed-code.ts'

const lines = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
const honest = lines('honest.txt')
const attacks = lines('attacks.txt')

/** Returns the result of typing a line letter by letter and cleaning it after each letter. */
const typed = (line: string) => Array.from(line).reduce((before, letter) => removeCode(before + letter), '')

describe('code that is typed letter by letter', () => {
  const type = (line: string) => {
    const clean = createLineCleaner()
    let warnings = 0
    const left = Array.from(line).reduce((before, letter) => {
      const value = before + letter
      const { rest, isNew } = clean(value)
      if (rest !== value && isNew) warnings++
      return rest
    }, '')
    return { left, warnings }
  }

  it.each([
    ['<script>alert(1)</script>', ''],
    ['<SCRIPT>eval("x")</SCRIPT>', ''],
    ['javascript:alert(1)', ''],
    ['A title <script>alert(1)</script>', 'A title '],
    ['<script>alert(1)</script> and words', ' and words'],
  ])('leaves nothing of %s and warns once', (line, left) => {
    expect(type(line)).toEqual({ left, warnings: 1 })
  })

  it.each(['<script is a tag', 'alert(1), then more'])('keeps the words behind it: %s', (line) => {
    expect(type(line).left).toBe(line.slice(line.indexOf(' ')).replace(/^/, line.startsWith('al') ? ',' : ''))
  })

  it('leaves English alone', () => {
    for (const line of honest) expect.soft(type(line), line).toEqual({ left: line, warnings: 0 })
  })
})

test('the files hold what they are there for', () => {
  expect(new Set(honest).size).toBeGreaterThanOrEqual(200)
  expect(new Set(attacks).size).toBeGreaterThanOrEqual(100)
})

describe('English about programming is left alone, also half typed', () => {
  it('as it is', () => {
    for (const line of honest) {
      expect.soft(removeCode(line)).toBe(line)
      expect.soft(typed(line)).toBe(line)
    }
  })

  it('and what stands behind code that is typed in front of it', () => {
    const title = 'JavaScript: The Good Parts, on alert(s) and eval(uation)'
    for (const code of ['alert(1)', 'eval("x")', 'expression(x)']) {
      const left = Array.from(code).reduce((before, letter) => {
        const rest = removeCode(before + letter + title)
        expect(rest).toMatch(/JavaScript: The Good Parts, on alert\(s\) and eval\(uation\)$/)
        return rest.slice(0, -title.length)
      }, '')
      expect(left).toBe('')
    }
  })

  it('and wherever a word is put into it', () => {
    for (const word of ['eval(uation)', 'alert(s)', 'expression(s)', 'JavaScript: '])
      for (let end = 0; end <= word.length; end++) {
        const line = `About ${word.slice(0, end)} and more`
        expect(removeCode(line)).toBe(line)
      }
  })
})

test('code does not pass', () => {
  for (const line of attacks) {
    const rest = removeCode(line)
    expect.soft(rest).not.toBe(line)
    expect.soft(removeCode(rest), line).toBe(rest)
    expect.soft(removeCode(`An honest title ${line}`)).not.toContain(line)
    expect.soft(typed(line)).not.toBe(line)
  }
})

describe('what is left', () => {
  const pieces = fc.constantFrom(
    ...[
      '<scr',
      '<script>',
      'ipt>',
      'java',
      'script',
      ':',
      'al',
      'alert(',
      '1',
      ')',
      'document.',
      'cookie',
      '&',
    ],
    ...[
      '#58;',
      '%',
      '3a',
      '\t',
      '\u200b',
      ' ',
      'on',
      'error',
      '=',
      '<img ',
      '＜',
      '\\x',
      '61',
      'eval',
      '`',
      '[',
    ],
  )

  it('is clean', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const rest = removeCode(parts.join(''))
        expect(removeCode(rest)).toBe(rest)
      }),
      { numRuns: 3000 },
    )
    for (const line of attacks.flatMap((one) => [nested(one, 3), nested(one, 40)]))
      expect(removeCode(removeCode(line))).toBe(removeCode(line))
  })

  it('holds none of the code that was hidden in it', () => {
    expect(removeCode('<scr<script>ipt>steal()')).not.toMatch(/<\s*script/i)
    expect(removeCode(nested('<script>', 40))).not.toMatch(/<\s*script/i)
    expect(removeCode(nested('javascript:alert(1)', 40))).not.toMatch(/javascript:\w+\(/i)
  })
})

/** Nests an attack within itself, so that removing the inner one restores the outer one. */
function nested(line: string, depth: number): string {
  const middle = Math.floor(line.length / 2)
  return line.slice(0, middle).repeat(depth) + line.slice(middle).repeat(depth)
}

describe('long lines', () => {
  const beginnings = new Set(attacks.map((line) => line.slice(0, line.length / 2)))
  const ODD = [
    '<a ',
    'on',
    ' onaaa',
    '<',
    ' ',
    'data:;',
    'top[',
    '/*',
    'eval/*',
    'document.',
    'javascript:"',
    '&#',
  ]

  it('cost as much as they are long, whatever repeats in them', { tags: 'all', timeout: 120_000 }, () => {
    for (const part of [...beginnings, ...ODD].filter(Boolean)) {
      const long = part.repeat(LONG / part.length)
      if (cost(long) < CHEAP) continue
      // A line 16 times as long may take 16 times as long to clean. Quadratic cost would be 256 times.
      const times = [1, 2, 3].map(() => cost(long) / cost(part.repeat(LONG / 16 / part.length)))
      expect(Math.min(...times), part).toBeLessThan(100)
    }
  })
})

const LONG = 100_000
/** Maximum cost of a line in CPU milliseconds. Most take a tenth of it, and quadratic cost exceeds it. */
const CHEAP = 250

/** Returns the CPU time of cleaning a line in milliseconds, which hardly varies on a busy machine. */
function cost(line: string): number {
  const before = process.cpuUsage()
  removeCode(line)
  return process.cpuUsage(before).user / 1000
}

test.each([
  ['What |', 'What document.cookie|', 'What |'],
  ['at the end', 'a javascript:alert(1)|', 'a |'],
  ['in the middle', 'a document.cookie| b', 'a | b'],
  ['around what is cut', 'a docu|ment.cookie b', 'a | b'],
  ['before it', 'a| document.cookie', 'a| '],
])('the caret stays where it was: %s', (_where, before, after) => {
  const text = before.replace('|', '')
  const rest = removeCode(text)
  const caret = findCaret(rest, text, before.indexOf('|'))
  expect(`${rest.slice(0, caret)}|${rest.slice(caret)}`).toBe(after)
})
