import '../platform/schema-errors.ts'
import type { AnyContractProcedure } from '@orpc/contract'
import { expect, it } from 'vitest'
import type * as z from 'zod'
import { inputs } from '../accounts/inputs.ts'
import { contract } from './contract.ts'

const WRONG = [
  '',
  ' ',
  'x'.repeat(200_001),
  -1,
  1.5,
  1e9,
  null,
  undefined,
  [],
  {},
  true,
  Array(500).fill('x'),
]
const ZODS_OWN =
  /^(Too (small|big)|Invalid (input|option|key|element|string|number|UUID|ISO|date))\b|\bexpected\b|\breceived\b/

const schemas = new Map<string, z.ZodObject>([
  ...Object.entries(inputs).map(([name, schema]) => [`auth ${name}`, schema as z.ZodObject] as const),
  ...writesOf(contract),
])

it('looks at every operation that changes something', () => {
  expect(schemas.size).toBeGreaterThan(100)
})

it.each([...schemas])('%s refuses each wrong field in a sentence', (_, schema) => {
  for (const name of Object.keys(schema.shape))
    for (const value of WRONG)
      for (const { path, message } of schema.safeParse({ [name]: value }).error?.issues ?? []) {
        expect.soft(message, path.join('.')).not.toMatch(ZODS_OWN)
      }
})

function writesOf(contract: object, path = ''): [string, z.ZodObject][] {
  return Object.entries(contract).flatMap(([name, part]) => {
    const { '~orpc': procedure } = part as AnyContractProcedure
    if (!procedure) return writesOf(part, `${path}${name}.`)
    const isWrite = procedure.route.method !== 'GET'
    const schema = procedure.inputSchema as z.ZodObject | undefined
    return isWrite && schema?.shape ? [[path + name, schema] as [string, z.ZodObject]] : []
  })
}
