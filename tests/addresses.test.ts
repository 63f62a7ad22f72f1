import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ADDRESSES } from './addresses.ts'

const routes = readdirSync(new URL('../src/routes', import.meta.url)).map((file) =>
  file.replace(/\.tsx$/, ''),
)

it('leads to every route, and to no other', () => {
  expect([...new Set(ADDRESSES.map(({ route }) => route))].sort()).toEqual(routes.sort())
})

it('has a name for every address', () => {
  const names = ADDRESSES.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
