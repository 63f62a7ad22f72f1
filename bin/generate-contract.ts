// Writes what the browser needs of the contract: method and path of each operation, without schemas (and so without zod).
import { readFileSync, writeFileSync } from 'node:fs'
import { isContractProcedure } from '@orpc/contract'
import { contract } from '../src/api/contract.ts'

const file = new URL('../src/api/core/contract.gen.json', import.meta.url)
const text = `${JSON.stringify(addresses(contract), null, 1)}\n`
if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  console.error('src/api/core/contract.gen.json is not what the contract says: run `npm run generate`.')
  process.exit(1)
}

/** 'GET /posts' for each operation, by its name: 'posts.list'. */
function addresses(node: object, group = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(node).flatMap(([name, child]) => {
      if (!isContractProcedure(child)) return Object.entries(addresses(child, `${group}${name}.`))
      const { method, path } = child['~orpc'].route
      return [[group + name, `${method} ${path}`]]
    }),
  )
}
