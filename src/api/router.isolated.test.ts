import { describe, expect, it } from 'vitest'
import { ROWS } from '../../tests/attacks/authorisation-table.ts'
import { contract } from './contract.ts'
import { PUBLIC_API } from './core/public-paths.ts'
import { isPrivateQuery } from './core/query-options.ts'
import { operations } from './operations.server.ts'
import { PUBLIC_QUERIES } from './public-queries.ts'

function namesOf(node: object, path: string[] = []): string[] {
  return Object.entries(node).flatMap(([name, child]) =>
    '~orpc' in child ? [[...path, name].join('.')] : namesOf(child, [...path, name]),
  )
}

const ADMITTED = {
  curator: ['editor', 'admin'],
  staff: ['moderator', 'admin'],
  editor: ['editor'],
  admin: ['admin'],
}

describe('the guards', () => {
  it('stand before every operation of the contract', () => {
    expect(operations.map(({ name }) => name).sort()).toEqual(namesOf(contract).sort())
  })

  it.each(operations)('$name has exactly one', ({ guards }) => {
    expect(guards).toHaveLength(1)
  })

  // Counting a load is the one write that needs no account.
  it.each(operations.filter(({ name, method }) => method !== 'GET' && name !== 'posts.view'))(
    '$name, a write, is not for visitors',
    ({ guards }) => expect(guards).not.toContain('visitor'),
  )

  it.each(operations)('$name is guarded as the authorisation table says', ({ name, guards: [guard] }) => {
    const rows = ROWS.filter(({ operation }) => operation === name)
    expect(rows.length).toBeGreaterThan(0)
    for (const { cells } of rows) {
      const { visitor, ...members } = cells
      expect(visitor === 401).toBe(guard !== 'visitor')
      expect(Object.values(members)).not.toContain(401)
      if (guard === undefined || guard === 'visitor' || guard === 'member') continue
      const admitted: string[] = ADMITTED[guard]
      for (const [person, cell] of Object.entries(members))
        if (!admitted.includes(person)) expect(cell).toBe(403)
    }
  })

  it.each(operations.filter(({ method, path }) => method === 'GET' && PUBLIC_API.test(`/api${path}`)))(
    '$name, whose answers are kept for everybody, answers everybody alike',
    ({ name, guards }) => {
      expect(guards).toEqual(['visitor'])
      for (const { operation, cells } of ROWS)
        if (operation === name) expect(new Set(Object.values(cells)).size).toBe(1)
    },
  )
})

it.each(operations)(
  '$name stays in the browser for another viewer only if everybody gets the same',
  ({ name }) => {
    const isForEverybody = PUBLIC_QUERIES.some((query) => query.name === name)
    expect(isPrivateQuery({ queryKey: [name.split('.'), {}] })).toBe(!isForEverybody)
  },
)
