import type { Figures, Sign } from './figures.ts'
import {
  ANSWERS_THAT_TELL,
  BACKUP_LATE_SECONDS,
  BACKUP_OLD_SECONDS,
  DISK_FULL,
  DISK_LOW,
  EVENT_LAG_MS,
  HIT_RATE_LOW,
  JOB_LATE_SECONDS,
  MAIL_LATE_SECONDS,
  MAIL_STUCK_SECONDS,
  NODE_LOST_SECONDS,
  REFUSALS_HIGH,
  STATEMENT_SLOW_MS,
} from './policy.ts'

const fine = (advice: string): Sign => ({ state: 'fine', advice })
const attention = (advice: string): Sign => ({ state: 'attention', advice })
const problem = (advice: string): Sign => ({ state: 'problem', advice })

type Unsigned<Section> = Omit<Section, 'sign'>
type Node = Figures['nodes'][number]

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
  oldest_seconds,
  held_back,
  sent_today,
  refused_today,
  stopped_addresses,
}: Unsigned<Figures['mail']>): Sign {
  if (goes === 'outbox')
    return attention(
      'Mails are only written to a folder, so nobody new can sign up. Set SMTP_URL to send them.',
    )
  const age = oldest_seconds ?? 0
  if (held_back > 0)
    return (age > MAIL_STUCK_SECONDS ? problem : attention)(
      'Mail servers refuse some by their rules. Look at SPF, DKIM and DMARC of your domain, and whether your mail server is on a block list; the log has their words.',
    )
  if (age > MAIL_STUCK_SECONDS)
    return problem(
      'Mail has waited for more than an hour. Look whether the mail server of SMTP_URL answers; the log says what it says. Then all of it goes out by itself.',
    )
  if (age > MAIL_LATE_SECONDS)
    return attention('Mail waits. If that stays, look whether the mail server of SMTP_URL answers.')
  const share = refused_today / Math.max(1, sent_today + refused_today)
  if (refused_today > 2 && share > REFUSALS_HIGH)
    return attention(
      'Many addresses do not exist. If they are those of new accounts, programs make them up: let people join by invitation for a while (/manage/site).',
    )
  if (stopped_addresses > 0)
    return fine('Nothing to do: who has an address that refuses mail is told on their next visit.')
  return fine('Nothing to do.')
}

export function signOfBackup({
  schedule,
  to,
  place,
  newest,
  age_seconds,
}: Unsigned<Figures['backup']>): Sign {
  if (place === 'unreadable')
    return problem(
      to === 'bucket'
        ? 'The bucket cannot be read, so nobody knows whether there is a backup. Look whether it answers and its keys are right; the log says why.'
        : 'The folder cannot be read, so nobody knows whether there is a backup. Look whether it is there and the forum may read it; the log says why.',
    )
  if (place === 'unread')
    return attention('The place of the backups answers slowly. Look here again in a minute.')
  if (!schedule && (!newest || age_seconds > BACKUP_OLD_SECONDS))
    return problem(
      'Set BACKUP_SCHEDULE="20 3 * * *" to make one each night, and BACKUP_TO to another disk or to “bucket”.',
    )
  if (!schedule)
    return attention(
      'It was made by hand. Set BACKUP_SCHEDULE="20 3 * * *" to make one each night by itself.',
    )
  return signOfSchedule(longestInterval(schedule), newest !== null, age_seconds)
}

function signOfSchedule(interval: number, isThere: boolean, age: number): Sign {
  const isLate = age > interval + BACKUP_LATE_SECONDS
  if (!isThere && !isLate)
    return attention('The first one comes at the next time of the schedule. Look here again then.')
  if (!isThere)
    return problem(
      'There is none. If one was due, look for “the backup failed” in the log; until then make one with npm run backup.',
    )
  if (isLate && age > BACKUP_OLD_SECONDS)
    return problem(
      'More than one is missing. Look for “the backup failed” in the log, and at the room where they are kept.',
    )
  if (isLate) return attention('The last one is missing. Look for “the backup failed” in the log.')
  return fine('Nothing to do. Try a restore now and then: a backup that nobody has restored is a hope.')
}

const DAY_SECONDS = 86_400

/** Returns the longest interval between two runs of a cron schedule, in seconds. */
function longestInterval(schedule: string): number {
  const [, , day, month, weekday] = schedule.split(' ')
  if (month !== '*') return 366 * DAY_SECONDS
  if (day !== '*') return 31 * DAY_SECONDS
  return (weekday === '*' ? 1 : 7) * DAY_SECONDS
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
      'Most readers wait for a page to be made. Crawlers do that; so do many nodes with few readers.',
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
