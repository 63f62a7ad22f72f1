import { describe, expect, it } from 'vitest'
import { ROWS } from '../../tests/attacks/authorisation-table.ts'
import { PUBLIC_API } from '../core/public-paths.ts'
import { isPrivateQuery } from '../core/query-options.ts'
import { contract } from './contract.ts'
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

  it.each(operations)(
    '$name is guarded as the authorisation table says',
    ({ name, method, path, guards }) => {
      const [guard] = guards
      expect.soft(guards, 'exactly one').toHaveLength(1)
      // Counting a view is the only write that needs no account.
      if (method !== 'GET' && name !== 'posts.view')
        expect.soft(guards, 'a write is not for visitors').not.toContain('visitor')
      const rows = ROWS.filter(({ operation }) => operation === name)
      expect.soft(rows.length, 'lines in the table').toBeGreaterThan(0)
      const isPublic = method === 'GET' && PUBLIC_API.test(`/api${path}`)
      if (isPublic) expect.soft(guards, 'what is cached for everybody').toEqual(['visitor'])
      for (const { name, cells } of rows) {
        const { visitor, ...members } = cells
        expect.soft(visitor === 401, `${name}: visitor`).toBe(guard !== 'visitor')
        expect.soft(Object.values(members), name).not.toContain(401)
        if (isPublic) expect.soft(new Set(Object.values(cells)).size, `${name}: all alike`).toBe(1)
        if (guard === undefined || guard === 'visitor' || guard === 'member') continue
        const admitted: string[] = ADMITTED[guard]
        for (const [person, cell] of Object.entries(members))
          if (!admitted.includes(person)) expect.soft(cell, `${name}: ${person}`).toBe(403)
      }
    },
  )
})

it('only answers that are the same for everybody stay in the browser for another viewer', () => {
  for (const { name } of operations) {
    const isForEverybody = PUBLIC_QUERIES.some((query) => query.name === name)
    expect.soft(isPrivateQuery({ queryKey: [name.split('.'), {}] }), name).toBe(!isForEverybody)
  }
})
