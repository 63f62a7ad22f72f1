import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDump as read, rowsOf } from '../../../tests/dump-rows.ts'
import { readCopyDump, unescapeCopy } from './copy-dump.server.ts'
import { readInsertDump } from './insert-dump.server.ts'

const COPY_DUMP = `--
SET client_encoding = 'UTF8';
CREATE TABLE public.users (id integer);
COPY public.secrets (id, word) FROM stdin;
1\thidden
\\.

COPY public.users (id, "name", bio) FROM stdin;
1\tAda\tTwo\\nlines, a tab\\t, a backslash \\\\N
2\tÅsa\t\\N
\\.
SELECT pg_catalog.setval('public.users_id_seq', 2, true);
`

describe('a dump by pg_dump', () => {
  test('is read by the names of its columns, wherever chunks end', async () => {
    for (const size of [1, 2, 3, 7, 64 * 1024]) {
      const groups = await read(readCopyDump, COPY_DUMP, ['users'], size)
      expect(rowsOf(groups)).toEqual([
        { id: '1', name: 'Ada', bio: 'Two\nlines, a tab\t, a backslash \\N' },
        { id: '2', name: 'Åsa', bio: null },
      ])
    }
  })

  test('any text survives', () => {
    const escapeText = (text: string) =>
      text.replace(/[\b\f\n\r\t\v\\]/g, (letter) => {
        const name = { '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't', '\v': 'v' }[letter]
        return `\\${name ?? letter}`
      })
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => unescapeCopy(escapeText(text)) === text))
    expect(unescapeCopy('\\303\\244 \\xc3\\xa4 \\q \\\\x41')).toBe('ä ä q \\x41')
  })

  test.each([
    ['without an end mark', 'COPY t (a) FROM stdin;\n1\n', 'The dump ends within the table t.'],
    [
      'with a row of another width',
      'COPY t (a, b) FROM stdin;\n1\n\\.\n',
      'Row 1 of the table t has 1 values. The table has 2 columns.',
    ],
    [
      'with bytes that are not UTF-8',
      Buffer.from('COPY t (a) FROM stdin;\n\xff\n\\.\n', 'latin1'),
      /not UTF-8/,
    ],
  ])('%s is refused', async (_, dump, message) => {
    await expect(read(readCopyDump, dump, ['t'])).rejects.toThrow(message)
  })

  test('a row of 17 MB is refused in a table that is read, and skipped in others', async () => {
    const dump = `COPY t (a) FROM stdin;\n${'x'.repeat(17 * 2 ** 20)}\n\\.\nCOPY u (a) FROM stdin;\n1\n\\.\n`
    await expect(read(readCopyDump, dump, ['t'])).rejects.toThrow(
      'Row 1 of the table t is longer than 16 MB.',
    )
    expect(rowsOf(await read(readCopyDump, dump, ['u']))).toEqual([{ a: '1' }])
  })

  test('commands are data: \\! runs nothing', async () => {
    const dump = 'COPY t (a) FROM stdin;\n\\! touch /tmp/ran\n\\.\n\\! touch /tmp/ran\nDROP TABLE t;\n'
    expect(rowsOf(await read(readCopyDump, dump, ['t']))).toEqual([{ a: '! touch /tmp/ran' }])
  })
})

const INSERT_DUMP = `-- MySQL dump 10.13
/*!40101 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS \`users\`;
CREATE TABLE \`users\` (
  \`id\` int(10) unsigned NOT NULL DEFAULT '0',
  \`name\` varchar(255) COMMENT 'a, b (c)',
  \`bio\` mediumtext,
  PRIMARY KEY (\`id\`),
  KEY \`name\` (\`name\`(10),\`id\`)
) ENGINE=InnoDB;
INSERT INTO \`secrets\` VALUES (1,'hidden; \\'really\\'');
INSERT INTO \`users\` VALUES (1,'Ada','It''s \\"two\\"\\nlines; -- no comment'),(-2,'Åsa',NULL);
INSERT INTO users (bio, id) VALUES (_binary 'b\\\\', 3.5e2), (0x41c3a4, 4), (x'41', 5) ON DUPLICATE KEY UPDATE id = 1;
# the end`

describe('a dump of MySQL', () => {
  test('is read by the names of its columns, wherever chunks end', async () => {
    for (const size of [1, 2, 3, 7, 64 * 1024]) {
      const groups = await read(readInsertDump, INSERT_DUMP, ['users'], size)
      expect(rowsOf(groups)).toEqual([
        { id: '1', name: 'Ada', bio: `It's "two"\nlines; -- no comment` },
        { id: '-2', name: 'Åsa', bio: null },
        { bio: 'b\\', id: '3.5e2' },
        { bio: 'Aä', id: '4' },
        { bio: 'A', id: '5' },
      ])
    }
  })

  test('any text survives', async () => {
    const escapeText = (text: string) => text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 1, max: 20 }),
        async (text, size) => {
          const dump = `INSERT INTO t (a) VALUES ('${escapeText(text)}');`
          expect(rowsOf(await read(readInsertDump, dump, ['t'], size))).toEqual([{ a: text }])
        },
      ),
    )
  })

  test.each([
    ['that ends within a text', "INSERT INTO t (a) VALUES ('x", 'The dump ends within a value or comment.'],
    ['that ends within a row', 'INSERT INTO t (a) VALUES (1', 'The dump ends within the table t.'],
    ['without columns', 'INSERT INTO t VALUES (1);', 'does not name the columns of the table t.'],
    ['with a row of another width', 'INSERT INTO t (a) VALUES (1,2);', 'A row of t has 2 values.'],
    ['with an expression', 'INSERT INTO t (a) VALUES (load_file(1));', '"load_file" instead of a value.'],
  ])('%s is refused', async (_, dump, message) => {
    await expect(read(readInsertDump, dump, ['t'])).rejects.toThrow(message)
  })

  test('a text of 17 MB is refused', async () => {
    const dump = `INSERT INTO t (a) VALUES ('${'x'.repeat(17 * 2 ** 20)}');`
    await expect(read(readInsertDump, dump, ['t'])).rejects.toThrow('longer than 16 MB')
  })
})
