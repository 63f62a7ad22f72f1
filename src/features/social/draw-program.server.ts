// A program, started by social-images.server.ts: lays out members' words, in a process that can be ended.
import { serveParent } from '../../platform/child-program.server.ts'
import type { Card } from './card.server.ts'
import { drawCard } from './draw.server.ts'

export interface Drawing {
  card: Card
  /** The title where this one cannot be written. */
  instead: string
}

/** Bytes this process may hold; a card takes 190 MB. */
const MEMORY_MAX = 512 * 1024 * 1024

serveParent(async ({ card, instead }: Drawing) => ({ image: await drawCard(card, instead) }), MEMORY_MAX)
