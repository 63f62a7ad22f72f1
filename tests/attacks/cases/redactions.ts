import type { Viewer } from '../../../src/core/viewer.ts'
import { redactText } from '../../../src/moderation/redaction/redact.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

const PASSAGE = 'a redacted passage'

/** Test cases for redacted passages. Unless stated otherwise, they are in a post by the author. */
export const redactions: Cases = {
  'redactions.create': (world) => passageOf(world, world.people.author),
  "redactions.create: a moderator's": (world) => passageOf(world, world.people.moderator),
  'redactions.create: not in the text': async (world) => {
    const { input } = await passageOf(world, world.people.author)
    return { input: { ...input, passage: 'elsewhere' } }
  },
  'redactions.create: one that is gone': async () => ({ input: inputFor(newId()) }),
  'redactions.read': async (world) => ({ input: await redacted(world), shows: PASSAGE }),
  'redactions.read: one that is not': async () => ({ input: { id: newId() }, shows: PASSAGE }),
  'redactions.restore': async (world) => ({ input: await redacted(world) }),
  'redactions.restore: what is erased': async (world) => {
    const input = await redacted(world)
    await world.db.deleteFrom('redacted_texts').where('action_id', '=', input.id).execute()
    return { input }
  },
  'redactions.restore: one that is not': async () => ({ input: { id: newId() } }),
}

const inputFor = (id: string) => ({ kind: 'post', id, passage: PASSAGE, reason: 'Private.' }) as const

async function passageOf(world: World, author: Viewer) {
  return { input: inputFor(await world.buildPost({ author, title: `On ${PASSAGE}` })) }
}

async function redacted(world: World) {
  const { input } = await passageOf(world, world.people.author)
  const done = await world.db.transaction().execute((trx) => redactText(trx, world.people.admin, input))
  return { id: done.action_id }
}
