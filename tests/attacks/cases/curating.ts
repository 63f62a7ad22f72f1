import { call } from '@orpc/server'
import { router } from '../../../src/app/router.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

let count = 0

/** Input for creating and for changing each kind of content. */
const KINDS = {
  concepts: {
    input: () => ({ name: `Concept ${++count}`, color: '#4f7df3' }),
    change: { description: 'Said anew.' },
  },
  thinkers: {
    input: () => ({ name: `Thinker ${++count}`, field_of_expertise: 'Ethics', bio: 'A life.' }),
    change: { bio: 'Another life.' },
  },
  resources: {
    input: () => ({ ...BLOG, title: `Blog ${++count}` }),
    change: { description: 'Said anew.' },
  },
  events: {
    input: () => ({ title: `Event ${++count}`, starts_at: '2040-05-01T18:00:00Z', place: 'The library' }),
    change: { place: 'The garden' },
  },
  rules: {
    input: () => ({ title: `Rule ${++count}` }),
    change: { text: 'Said anew.' },
  },
  savedReplies: {
    input: () => ({ title: `Reply ${++count}`, text: 'Please read the rules.' }),
    change: { text: 'Said anew.' },
  },
  watchedWords: {
    input: () => ({ word: `Word ${++count}`, action: 'hold', replacement: null }),
    change: { action: 'refuse' },
  },
}
const BLOG = {
  kind: 'blog',
  author: 'Somebody',
  link: 'https://blog.example',
  description: 'Words.',
  category: 'Ethics',
}

/** Who makes the items of a group. Editors make the others. */
const MAKERS: Partial<Record<keyof typeof KINDS, 'moderator' | 'admin'>> = {
  savedReplies: 'moderator',
  watchedWords: 'admin',
}

/** Test cases for content that editors and admins maintain and everyone can read, and for lists of the staff. */
export const curating: Cases = {
  ...Object.assign({}, ...Object.keys(KINDS).map((group) => casesOf(group as keyof typeof KINDS))),
  'resources.list': async (world) => ({ input: undefined, shows: (await make(world, 'resources')).id }),
  'rules.list': async (world) => ({ input: undefined, shows: (await make(world, 'rules')).id }),
  'events.list': async (world) => ({ input: {}, shows: (await make(world, 'events')).id }),
  'savedReplies.list': async (world) => ({ input: undefined, shows: (await make(world, 'savedReplies')).id }),
  'watchedWords.list': async (world) => ({ input: undefined, shows: (await make(world, 'watchedWords')).id }),
  'watchedWords.test': async (world) => {
    const { id } = await make(world, 'watchedWords')
    const note = await world.buildNote({ content: `See word ${count}` })
    return { input: { id }, shows: note }
  },
  'watchedWords.test: one that is gone': async () => {
    const id = newId()
    return { input: { id }, shows: id }
  },
  'blockedMail.list': async (world) => ({ input: undefined, shows: (await blockMail(world)).id }),
  'blockedMail.create': async () => ({ input: { pattern: `domain${++count}.example` } }),
  'blockedMail.create: with the id of another': async (world) => ({
    input: { pattern: `domain${++count}.example`, id: (await blockMail(world)).id },
  }),
  'blockedMail.remove': async (world) => ({ input: { id: (await blockMail(world)).id } }),
  'blockedMail.remove: one that is gone': async () => ({ input: { id: newId() } }),
  'changes.list': async (world) => ({ input: {}, shows: (await make(world, 'concepts')).id }),
  'collections.list': async () => ({ input: undefined, shows: '"name":"thinkers","count":' }),
}

function casesOf(group: keyof typeof KINDS): Cases {
  const { input, change } = KINDS[group]
  return {
    [`${group}.create`]: async (world) => {
      await makeRoom(world, group)
      return { input: input() }
    },
    [`${group}.create: with the id of another`]: async (world) => {
      return { input: { ...input(), id: (await make(world, group)).id } }
    },
    [`${group}.update`]: async (world) => ({ input: { ...change, id: (await make(world, group)).id } }),
    [`${group}.update: as it was before`]: async (world) => {
      const { id } = await make(world, group)
      return { input: { ...change, id, updated_at: '2001-01-01T00:00:00.000000Z' } }
    },
    [`${group}.update: one that is gone`]: async () => ({ input: { ...change, id: newId() } }),
    [`${group}.remove`]: async (world) => ({ input: { id: (await make(world, group)).id } }),
    [`${group}.remove: one that is gone`]: async () => ({ input: { id: newId() } }),
  }
}

async function make(world: World, group: keyof typeof KINDS): Promise<{ id: string }> {
  await makeRoom(world, group)
  const context = world.asContext(world.people[MAKERS[group] ?? 'editor'])
  return call(router[group].create as never, KINDS[group].input() as never, { context })
}

function blockMail({ asContext, people }: World): Promise<{ id: string }> {
  const context = asContext(people.admin)
  return call(router.blockedMail.create, { pattern: `domain${++count}.example` }, { context })
}

/** Deletes earlier tests' items. Only fifty rules and saved replies are allowed, and a page shows twenty events. */
async function makeRoom({ db }: World, group: keyof typeof KINDS): Promise<void> {
  if (group === 'rules') await db.deleteFrom('community_rules').execute()
  if (group === 'savedReplies') await db.deleteFrom('saved_replies').execute()
  if (group === 'events') await db.deleteFrom('events').execute()
}
