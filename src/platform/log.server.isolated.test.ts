import { expect, test } from 'vitest'
import { createLog, prettyLine } from './log.server.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = []
  write(createLog({ LOG_LEVEL: 'info' }, { write: (line) => void lines.push(line) }))
  return lines
}

test('secrets never reach the log, at the top or below', () => {
  const [line = ''] = logged((log) =>
    log.info(
      {
        password: 'hunter2',
        user: { email: 'ada@example.org', token: 'hunter2' },
        request: { headers: { cookie: 'hunter2' } },
      },
      'sign-in',
    ),
  )
  expect(line).not.toMatch(/hunter2|ada@/)
  expect(JSON.parse(line)).toMatchObject({ msg: 'sign-in', password: '[hidden]' })
})

test('what is below the level is left out', () => {
  expect(logged((log) => log.debug('quiet'))).toEqual([])
})

test('on a terminal an entry is a line, and an error brings its stack', () => {
  const [line = ''] = logged((log) => log.error({ err: new Error('broken'), post: 7 }, 'cannot save'))
  expect(prettyLine(line)).toMatch(/^\d\d:\d\d:\d\d error cannot save post=7\nError: broken\n {4}at /)
})
