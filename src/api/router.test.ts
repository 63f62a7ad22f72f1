import { isProcedure } from '@orpc/server'
import { describe, expect, it } from 'vitest'
import { contract } from './contract.ts'
import { GUARDS } from './procedure.server.ts'
import { router } from './router.server.ts'

type Walkable = Record<string, unknown>

/** Every procedure of the API with its dotted name. */
function* walk(
  node: Walkable,
  path: string[] = [],
): Generator<[string, { middlewares: readonly unknown[]; method: string }]> {
  for (const [name, child] of Object.entries(node)) {
    if (!isProcedure(child)) yield* walk(child as Walkable, [...path, name])
    else {
      const { middlewares, route } = child['~orpc']
      yield [[...path, name].join('.'), { middlewares, method: route.method ?? 'POST' }]
    }
  }
}

const operations = [...walk(router)]

function namesOf(node: object, path: string[] = []): string[] {
  return Object.entries(node).flatMap(([name, child]) =>
    '~orpc' in child ? [[...path, name].join('.')] : namesOf(child, [...path, name]),
  )
}

describe('the guards', () => {
  it('stand before every operation of the contract', () => {
    expect(operations.map(([name]) => name).sort()).toEqual(namesOf(contract).sort())
  })

  it.each(operations)('%s has exactly one', (_name, { middlewares }) => {
    expect(middlewares.filter((middleware) => GUARDS.has(middleware))).toHaveLength(1)
  })

  // Counting a load is the one write that needs no account.
  it.each(operations.filter(([name, { method }]) => method !== 'GET' && name !== 'posts.view'))(
    '%s, a write, is not for visitors',
    (_name, { middlewares }) => {
      const guard = middlewares.find((middleware) => GUARDS.has(middleware))
      expect(GUARDS.get(guard)).not.toBe('visitor')
    },
  )
})
