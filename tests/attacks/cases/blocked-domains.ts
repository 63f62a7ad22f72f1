import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

/** Test cases for blocked domains. Each call uses a new domain. */
export const blockedDomains: Cases = {
  'blockedDomains.list': async (world) => {
    const domain = await blocked(world)
    return { input: {}, shows: domain, undo: () => drop(world, domain) }
  },
  'blockedDomains.add': async (world) => {
    const domain = newDomain()
    return { input: { domain: `https://${domain}/`, reason: 'Spam' }, undo: () => drop(world, domain) }
  },
  'blockedDomains.add: within a blocked one': async (world) => {
    const domain = await blocked(world)
    return { input: { domain: `shop.${domain}` }, undo: () => drop(world, domain) }
  },
  'blockedDomains.add: the forum itself': async ({ services }) => ({
    // The forum's own host is refused. In tests, it has no dot, so it is not a valid domain either.
    input: { domain: services.config.PUBLIC_URL },
  }),
  'blockedDomains.remove': async (world) => ({ input: { domain: await blocked(world) } }),
  'blockedDomains.remove: one that is not': async () => ({ input: { domain: newDomain() } }),
}

function newDomain(): string {
  return `${newId()}.example`
}

async function blocked(world: World): Promise<string> {
  const domain = newDomain()
  await world.db.insertInto('blocked_domains').values({ domain }).execute()
  return domain
}

function drop(world: World, domain: string) {
  return world.db.deleteFrom('blocked_domains').where('domain', '=', domain).execute()
}
