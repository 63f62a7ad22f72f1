// Writes what the browser needs of the contract: methods and paths, without schemas (and so without zod) and prose.
import { readFileSync, writeFileSync } from 'node:fs'
import { minifyContractRouter } from '@orpc/contract'
import { contract } from '../src/api/contract.ts'

const PROSE = new Set(['summary', 'description', 'tags', 'operationId', 'successDescription', 'deprecated'])
const file = new URL('../src/api/contract.gen.json', import.meta.url)
const lean = (key: string, value: unknown) => {
  if (key === 'meta') return {}
  return PROSE.has(key) && !isOperation(value) ? undefined : value
}
const text = `${JSON.stringify(minifyContractRouter(contract), lean)}\n`

if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  console.error('src/api/contract.gen.json is not what the contract says: run `npm run generate`.')
  process.exit(1)
}

/** A feature may be called `tags`: only prose is left out, never an operation or a group of them. */
function isOperation(value: unknown) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
