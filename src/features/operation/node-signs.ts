import type { Figures, Sign } from './figures.ts'
import {
  ANSWERS_THAT_TELL,
  EVENT_LAG_MS,
  HIT_RATE_LOW,
  NODE_LOST_SECONDS,
  STATEMENT_SLOW_MS,
} from './policy.ts'
import { attention, fine, problem, type Unsigned } from './sign.ts'

// What the numbers of the processes that serve mean, and what to do about them.

type Node = Figures['nodes'][number]

export function signOfCache({ hits, misses }: Unsigned<Figures['cache']>): Sign {
  const answers = hits + misses
  if (answers < ANSWERS_THAT_TELL) return fine('Too few answers yet to tell.')
  if (hits / answers < HIT_RATE_LOW)
    return attention(
      'Most readers wait for a page to be made. Crawlers do that; so does PAGE_CACHE=off, or many nodes with few readers.',
    )
  return fine('Nothing to do.')
}

export function signOfNode(node: Unsigned<Node>, all: readonly Unsigned<Node>[], newest: string): Sign {
  if (node.is_away) return signOfAbsence(node)
  if ((node.event_lag_ms ?? 0) > EVENT_LAG_MS)
    return attention(
      'It hears late of what others write. Look at the load of the database, or set REDIS_URL.',
    )
  if (versionsOf(all).size > 1)
    return attention('Nodes of two versions run. That is right during an upgrade: finish it.')
  if (node.migration !== newest)
    return attention('The database was migrated since it started. Replace it by the new version.')
  return fine('Nothing to do.')
}

/** Of the forum as a whole. */
export function signOfRelease(nodes: readonly Unsigned<Node>[]): Sign {
  if (versionsOf(nodes).size > 1)
    return attention(
      'Nodes of two versions run. Finish the upgrade; if none is under way, start those again that are behind.',
    )
  return fine('Nothing to do. To upgrade make a backup, then git pull and npm start.')
}

function versionsOf(nodes: readonly Unsigned<Node>[]): Set<string> {
  return new Set(nodes.filter(({ is_away }) => !is_away).map(({ version }) => version))
}

function signOfAbsence({ has_ended, silent_seconds }: Unsigned<Node>): Sign {
  if (has_ended)
    return fine(
      'It ended without a word, and another of its role has started since. Nothing to do: it is listed for a day.',
    )
  if (silent_seconds > NODE_LOST_SECONDS)
    return attention(
      'It ended without a word, or is cut off. Start it again; if you took it away, it is listed for a day.',
    )
  return problem('It has not been heard of. Look whether it runs, and start it again; its log says why.')
}

export function signOfStatements({ items }: Unsigned<Figures['statements']>): Sign {
  if (items.some(({ mean_ms, calls }) => mean_ms > STATEMENT_SLOW_MS && calls > 10))
    return attention(
      'One takes long each time. Run VACUUM ANALYZE; if it stays, report it with its text from here.',
    )
  return fine('Nothing to do.')
}
