import { describe, expect, test } from 'vitest'
import { groupsOf, readDump, rowsOf } from '../../../tests/dump-rows.ts'
import { readCopyDump } from './copy-dump.server.ts'
import { DumpError } from './dump-error.ts'
import { readInsertDump } from './insert-dump.server.ts'

/** Streams a value of 1 GB between two texts. */
async function* withGigabyte(before: string, after: string) {
  const chunk = Buffer.alloc(2 ** 20, 'x')
  yield Buffer.from(before)
  for (let megabytes = 0; megabytes < 1024; megabytes++) yield chunk
  yield Buffer.from(after)
}

/** Returns by how many MB the memory of this process grows meanwhile. */
async function growthOf(act: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().rss
  let most = before
  const measure = () => {
    most = Math.max(most, process.memoryUsage().rss)
  }
  const timer = setInterval(measure, 10)
  await act()
  clearInterval(timer)
  measure()
  return (most - before) / 2 ** 20
}

const copy = (table: string, columns: string, ...rows: string[]) =>
  `COPY ${table} (${columns}) FROM stdin;\n${rows.map((row) => `${row}\n`).join('')}\\.\n`

describe('a dump by pg_dump', () => {
  test.each([
    ['invalid bytes in escapes', copy('t', 'a', '\\377'), 'not UTF-8'],
    ['a table twice', copy('a.t', 'a', '1') + copy('b.t', 'a', '2'), 'contains the table t twice.'],
    [
      'another table without an end mark',
      `COPY u (a, b) FROM stdin;\n1\t2\n${copy('t', 'a', '1')}`,
      'Row 2 of the table u has 1 values. The table has 2 columns.',
    ],
  ])('with %s is refused', async (_, dump, message) => {
    const read = readDump(readCopyDump, dump, ['t'])
    await expect(read).rejects.toBeInstanceOf(DumpError)
    await expect(read).rejects.toThrow(message)
  })

  test('a field of 1 GB is refused in a table that is read, skipped in others, with flat memory', async () => {
    const rows = (table: string) =>
      groupsOf(
        readCopyDump(
          withGigabyte('COPY t (a) FROM stdin;\n', `\n\\.\n${copy('u', 'a', '1')}`),
          new Set([table]),
        ),
      )
    const growth = await growthOf(async () => {
      await expect(rows('t')).rejects.toThrow('Row 1 of the table t is longer than 16 MB.')
      expect(rowsOf(await rows('u'))).toEqual([{ a: '1' }])
    })
    expect(growth).toBeLessThan(200)
  })

  test('many long rows are passed on before they fill the memory', async () => {
    const dump = copy('t', 'a', ...Array<string>(5).fill('x'.repeat(9 * 2 ** 20)))
    const groups = await readDump(readCopyDump, dump, ['t'])
    expect(groups.map(({ rows }) => rows.length)).toEqual([2, 2, 1])
  })

  test('columns in another order, and unknown, empty and missing tables', async () => {
    const dump =
      copy('unknown', 'b, a', '1\t\\!') +
      copy('"public"."t"', 'odd, b, "a"', '9\t2\t1') +
      copy('nothing', '', '') +
      copy('empty', 'a')
    const rows = rowsOf(await readDump(readCopyDump, dump, ['t', 'empty', 'missing']))
    expect(rows).toEqual([{ odd: '9', b: '2', a: '1' }])
  })

  test('NUL is part of a value', async () => {
    const rows = rowsOf(await readDump(readCopyDump, copy('t', 'a, b', 'a\0b\ta\\000b'), ['t']))
    expect(rows).toEqual([{ a: 'a\0b', b: 'a\0b' }])
  })
})

describe('a dump of MySQL', () => {
  test.each([
    ['invalid bytes', Buffer.from("INSERT INTO t (a) VALUES ('\xff');", 'latin1'), 'not UTF-8'],
    [
      'a table twice',
      'CREATE TABLE t (a int);INSERT INTO t VALUES (1);CREATE TABLE t (a int);',
      'contains the table t twice.',
    ],
    ['too many columns', `INSERT INTO t (${'a,'.repeat(4097)}a) VALUES (1);`, 'more than 4096 columns'],
    ['endless values', `INSERT INTO t (a) VALUES (${"'',".repeat(5000)}1);`, 'more than 4096 values'],
  ])('with %s is refused', async (_, dump, message) => {
    const read = readDump(readInsertDump, dump, ['t'])
    await expect(read).rejects.toBeInstanceOf(DumpError)
    await expect(read).rejects.toThrow(message)
  })

  test('a text of 1 GB is refused with flat memory', async () => {
    const dump = withGigabyte("INSERT INTO t (a) VALUES ('", "');")
    const growth = await growthOf(() =>
      expect(groupsOf(readInsertDump(dump, new Set(['t'])))).rejects.toThrow('longer than 16 MB'),
    )
    expect(growth).toBeLessThan(200)
  })

  test.each([
    [String.raw`'It\'s'`, "It's"],
    ["'It''s'", "It's"],
    ["''''", "'"],
    [String.raw`'\\'`, '\\'],
    [String.raw`'\\\''`, "\\'"],
    [String.raw`'\''''`, "''"],
    ["'a''),(''b'", "a'),('b"],
    ['"It\'s ""two"""', 'It\'s "two"'],
    [String.raw`'\0\n\t\Z\q'`, '\0\n\t\x1aq'],
    ["'/* no */ -- comment # at ; all'", '/* no */ -- comment # at ; all'],
    ["'a\0b'", 'a\0b'],
    ["_utf8mb4'é'", 'é'],
    [String.raw`_binary 'é\0'`, 'é\0'],
    ['0xC3A9', 'é'],
    ["X'c3a9'", 'é'],
    ['0x', ''],
    ["''", ''],
    ['NULL', null],
  ])('the value %j is %j', async (value, expected) => {
    const dump = `INSERT INTO t (a, b) VALUES (${value},'it''s'),(1,2);`
    for (const size of [1, 3, 64 * 1024])
      expect(rowsOf(await readDump(readInsertDump, dump, ['t'], size))).toEqual([
        { a: expected, b: "it's" },
        { a: '1', b: '2' },
      ])
  })

  test('bytes need not be text in tables that are not read and in values declared as bytes', async () => {
    const dump = "INSERT INTO u (a) VALUES ('\xff');INSERT INTO t (a) VALUES (_binary '\xff'), (0xff);"
    const rows = rowsOf(await readDump(readInsertDump, Buffer.from(dump, 'latin1'), ['t']))
    expect(rows).toEqual([{ a: '\ufffd' }, { a: '\ufffd' }])
  })
})
