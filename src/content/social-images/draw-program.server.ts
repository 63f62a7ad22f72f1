// Entry point of the child process that draws images of members' text (social-images.server.ts).
import { serveParent } from '../../platform/jobs/child-program.server.ts'
import type { Card } from './card.server.ts'
import { drawCard } from './draw.server.ts'

export interface DrawRequest {
  card: Card
  instead: string
}

/** Memory limit of the child process in bytes. Drawing a card takes 190 MB. */
const MEMORY_MAX = 512 * 1024 * 1024

serveParent(async ({ card, instead }: DrawRequest) => ({ image: await drawCard(card, instead) }), MEMORY_MAX)
