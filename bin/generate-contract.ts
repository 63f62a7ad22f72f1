// Writes what the browser needs of the contract: method and path of each operation, without schemas (and so without zod).
import { readFileSync, writeFileSync } from 'node:fs'
import { isContractProcedure } from '@orpc/contract'
import { contract } from '../src/api/contract.ts'

/**
 * What staff ask for, and who looks after their account or what they hear of: no reader. The browser loads where these are with the
 * first of them (src/api/core/http-client.ts).
 */
const LATE =
  /^(?!GET \/moderation\/actions$)\w+ \/(moderation|members|sanctions|appeals|revisions|invites|users|operation|changes|collections|site\/settings|me\/(sessions|password|proof|email|access-tokens|appeals|reports|deletion|exports|digest|mail-refusals|notification-choices|second-factor|passkeys|providers)|former-conversations)\b|^\w+ \/posts\/\{id\}\/mute$|^\w+ .*\/(removal|lock|pin|classification|duplicate)$|^(POST|PATCH|PUT|DELETE) \/(categories|thinkers|resources|events|rules)\b/

const all = Object.entries(addresses(contract))
const FILES = {
  'contract.gen.json': all.filter(([, address]) => !LATE.test(address)),
  'contract-late.gen.json': all.filter(([, address]) => LATE.test(address)),
}

for (const [name, operations] of Object.entries(FILES)) {
  const file = new URL(`../src/api/core/${name}`, import.meta.url)
  const text = `${JSON.stringify(Object.fromEntries(operations), null, 1)}\n`
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`src/api/core/${name} is not what the contract says: run \`npm run generate\`.`)
    process.exit(1)
  }
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
