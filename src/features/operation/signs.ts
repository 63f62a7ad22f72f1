import type { Figures, Sign } from './contract.ts'
import {
  ANSWERS_THAT_TELL,
  BACKUP_LATE_SECONDS,
  BACKUP_OLD_SECONDS,
  DISK_FULL,
  DISK_LOW,
  EVENT_LAG_MS,
  HIT_RATE_LOW,
  JOB_LATE_SECONDS,
  NODE_LOST_SECONDS,
  REFUSALS_HIGH,
  STATEMENT_SLOW_MS,
} from './policy.ts'

// What the numbers mean, and what to do about them.

type Unsigned<Section> = Omit<Section, 'sign'>
type Node = Figures['nodes'][number]

const fine = (advice: string): Sign => ({ state: 'fine', advice })
const attention = (advice: string): Sign => ({ state: 'attention', advice })
const problem = (advice: string): Sign => ({ state: 'problem', advice })

export function signOfJobs({ failed, retrying, oldest_seconds }: Unsigned<Figures['jobs']>): Sign {
  if ((oldest_seconds ?? 0) > JOB_LATE_SECONDS)
    return problem(
      'Nobody does the jobs, or too few do. Look whether a node with the role “all” or “jobs” runs, and at its log.',
    )
  if (failed > 0)
    return attention(
      'Read why below. When the cause is gone, have them tried again; they are forgotten after a day.',
    )
  if (retrying > 0)
    return attention('Some failed and are tried again by themselves, for half a day. The log says why.')
  return fine('Nothing to do.')
}

export function signOfMail({
  goes,
  sent_today,
  refused_today,
  stopped_addresses,
}: Unsigned<Figures['mail']>): Sign {
  if (goes === 'outbox')
    return attention(
      'Mails are only written to a folder, so nobody new can sign up. Set SMTP_URL to send them.',
    )
  const share = refused_today / Math.max(1, sent_today + refused_today)
  if (refused_today > 2 && share > REFUSALS_HIGH)
    return problem(
      'Too many are refused. Look at SPF, DKIM and DMARC of your domain, and at the log of the mail server.',
    )
  if (stopped_addresses > 0)
    return fine('Nothing to do: who has an address that refuses mail is told on their next visit.')
  return fine('Nothing to do.')
}

export function signOfBackup({ schedule, newest }: Unsigned<Figures['backup']>, now = Date.now()): Sign {
  const age = newest ? (now - Date.parse(newest.made_at)) / 1000 : Number.POSITIVE_INFINITY
  if (!schedule && age > BACKUP_OLD_SECONDS)
    return problem(
      'Set BACKUP_SCHEDULE="20 3 * * *" to make one each night, and BACKUP_TO to another disk or to “bucket”.',
    )
  if (!schedule)
    return attention(
      'It was made by hand. Set BACKUP_SCHEDULE="20 3 * * *" to make one each night by itself.',
    )
  if (!newest) return attention('The first one comes at the next time of the schedule. Look here again then.')
  if (age > BACKUP_OLD_SECONDS)
    return problem(
      'None for a week. Look for “the backup failed” in the log, and at the room where they are kept.',
    )
  if (age > BACKUP_LATE_SECONDS)
    return attention(
      'A daily one is missing. Look for “the backup failed” in the log, unless your schedule is a slower one.',
    )
  return fine('Nothing to do. Try a restore now and then: a backup that nobody has restored is a hope.')
}

export function signOfStorage({ disk, is_database_here }: Unsigned<Figures['storage']>): Sign {
  const share = disk ? disk.free_bytes / Math.max(1, disk.total_bytes) : 1
  if (share < DISK_FULL)
    return problem('The disk is nearly full: make room now, or nothing more can be written.')
  if (share < DISK_LOW)
    return attention('Make room soon: old backups and former/ folders first, or a larger disk.')
  if (!disk) return attention('How much room there is could not be found out. Look at the disk yourself.')
  return fine(
    is_database_here
      ? 'Nothing to do.'
      : 'Nothing to do here. Watch the disk of the database’s own server as well.',
  )
}

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
  if (node.is_replica_left_out)
    return attention('The replica is away or far behind, and guests read from the primary. The log says why.')
  if ((node.event_lag_ms ?? 0) > EVENT_LAG_MS)
    return attention(
      'It hears late of what others write. Look at the load of the database, or set REDIS_URL.',
    )
  const versions = new Set(all.filter(({ is_away }) => !is_away).map(({ version }) => version))
  if (versions.size > 1)
    return attention('Nodes of two versions run. That is right during an upgrade: finish it.')
  if (node.migration !== newest)
    return attention('The database was migrated since it started. Replace it by the new version.')
  return fine('Nothing to do.')
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
