import type { Figures, Sign } from './figures.ts'
import {
  BACKUP_LATE_SECONDS,
  BACKUP_OLD_SECONDS,
  CACHE_ANSWERS_MIN,
  CASE_OLD_SECONDS,
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

export const fine = (advice: string): Sign => ({ state: 'fine', advice })
export const attention = (advice: string): Sign => ({ state: 'attention', advice })
const problem = (advice: string): Sign => ({ state: 'problem', advice })

export type WithoutSign<Section> = Omit<Section, 'sign'>
type Node = Figures['nodes'][number]

export function signOfJobs({ failed, retrying, oldest_seconds }: WithoutSign<Figures['jobs']>): Sign {
  if ((oldest_seconds ?? 0) > JOB_LATE_SECONDS)
    return problem(
      'No node is running jobs, or too few are. Check that a node with the role “all” or “jobs” is running, and check its log.',
    )
  if (failed > 0)
    return attention(
      'See the errors below. Once the cause is fixed, retry them. They’re deleted after a day.',
    )
  if (retrying > 0)
    return attention(
      'Some failed and are retried automatically for up to 12 hours. Check the log for the reason.',
    )
  return fine('Nothing to do.')
}

export function signOfMail({
  goes,
  oldest_seconds,
  held_back,
  sent_today,
  refused_today,
  stopped_addresses,
}: WithoutSign<Figures['mail']>): Sign {
  if (goes === 'outbox')
    return attention(
      'Emails are only written to a folder, so new members can’t sign up. Set SMTP_URL to send them.',
    )
  const age = oldest_seconds ?? 0
  if (held_back > 0)
    return (age > MAIL_STUCK_SECONDS ? problem : attention)(
      'Mail servers refuse some emails by policy. Check SPF, DKIM and DMARC of your domain, and whether your mail server is on a block list. The log has their error messages.',
    )
  if (age > MAIL_STUCK_SECONDS)
    return problem(
      'Email has been waiting for more than an hour. Check that the mail server in SMTP_URL responds; the log has its error messages. Email is sent automatically once it does.',
    )
  if (age > MAIL_LATE_SECONDS)
    return attention('Email is waiting. If this continues, check that the mail server in SMTP_URL responds.')
  const share = refused_today / Math.max(1, sent_today + refused_today)
  if (refused_today > 2 && share > REFUSALS_HIGH)
    return attention(
      'Many addresses don’t exist. If they belong to new accounts, bots are making them up: switch to invite-only for a while (/manage/site).',
    )
  if (stopped_addresses > 0)
    return fine('Nothing to do. Members whose address refuses email are notified on their next visit.')
  return fine('Nothing to do.')
}

export function signOfBackup({
  schedule,
  to,
  place,
  newest,
  age_seconds,
}: Omit<Figures['backup'], 'sign' | 'is_running'>): Sign {
  if (place === 'unreadable')
    return problem(
      to === 'bucket'
        ? 'The bucket can’t be read, so it’s unknown whether there is a backup. Check that it responds and that its keys are correct. The log has the error.'
        : 'The folder can’t be read, so it’s unknown whether there is a backup. Check that it exists and that the forum has permission to read it. The log has the error.',
    )
  if (place === 'unread') return attention('The backup location responds slowly. Check again in a minute.')
  if (!schedule && (!newest || age_seconds > BACKUP_OLD_SECONDS))
    return problem(
      'Set BACKUP_SCHEDULE="20 3 * * *" for nightly backups, and BACKUP_TO to another disk or to “bucket”.',
    )
  if (!schedule)
    return attention('It was made manually. Set BACKUP_SCHEDULE="20 3 * * *" for nightly backups.')
  return signOfSchedule(longestInterval(schedule), newest !== null, age_seconds)
}

function signOfSchedule(interval: number, isThere: boolean, age: number): Sign {
  const isLate = age > interval + BACKUP_LATE_SECONDS
  if (!isThere && !isLate)
    return attention('The first one will be made at the next scheduled time. Check again then.')
  if (!isThere)
    return problem(
      'There is no backup. If one was due, look for “the backup failed” in the log. Meanwhile, make one with npm run backup.',
    )
  if (isLate && age > BACKUP_OLD_SECONDS)
    return problem(
      'More than one is missing. Look for “the backup failed” in the log, and check the free space at the backup location.',
    )
  if (isLate) return attention('The last one is missing. Look for “the backup failed” in the log.')
  return fine('Nothing to do. Test a restore now and then to make sure your backups work.')
}

const DAY_SECONDS = 86_400

/** Returns an upper bound for the interval between two runs of a cron schedule, in seconds. */
function longestInterval(schedule: string): number {
  const [, , day, month, weekday] = schedule.split(' ')
  if (month !== '*') return 366 * DAY_SECONDS
  if (day !== '*') return 31 * DAY_SECONDS
  return (weekday === '*' ? 1 : 7) * DAY_SECONDS
}

export function signOfModeration({
  open_cases,
  oldest_case_seconds,
}: WithoutSign<Figures['moderation']>): Sign {
  if ((oldest_case_seconds ?? 0) > CASE_OLD_SECONDS)
    return attention(
      'A case has been open for more than three days. Decide it in the moderation queue, or appoint more moderators.',
    )
  return fine(open_cases > 0 ? 'Cases are waiting in the moderation queue.' : 'Nothing to do.')
}

export function signOfStorage({ disk, is_database_here }: WithoutSign<Figures['storage']>): Sign {
  const share = disk ? disk.free_bytes / Math.max(1, disk.total_bytes) : 1
  if (share < DISK_FULL)
    return problem('The disk is nearly full. Free up space now, or the forum can’t save anything.')
  if (share < DISK_LOW)
    return attention('Free up space soon: delete old backups and former/ folders, or get a larger disk.')
  if (!disk) return attention('The free space could not be determined. Check the disk yourself.')
  return fine(
    is_database_here ? 'Nothing to do.' : 'Nothing to do here. Also watch the disk of the database server.',
  )
}

export function signOfCache({ hits, misses }: WithoutSign<Figures['cache']>): Sign {
  const answers = hits + misses
  if (answers < CACHE_ANSWERS_MIN) return fine('Not enough responses yet.')
  if (hits / answers < HIT_RATE_LOW)
    return attention(
      'Most pages have to be rendered. Typical causes are crawlers, or many nodes with few readers.',
    )
  return fine('Nothing to do.')
}

export function signOfNode(node: WithoutSign<Node>, all: readonly WithoutSign<Node>[], newest: string): Sign {
  if (node.is_away) return signOfAbsence(node)
  if ((node.event_lag_ms ?? 0) > EVENT_LAG_MS)
    return attention('It receives messages late. Check the database load, or set REDIS_URL.')
  if (versionsOf(all).size > 1)
    return attention('Nodes of two versions are running. That’s normal during an upgrade: finish it.')
  if (node.migration !== newest)
    return attention('The database was migrated after it started. Replace it with the new version.')
  return fine('Nothing to do.')
}

export function signOfRelease(nodes: readonly WithoutSign<Node>[]): Sign {
  if (versionsOf(nodes).size > 1)
    return attention(
      'Nodes of two versions are running. Finish the upgrade. If there is none, restart the outdated nodes.',
    )
  return fine('Nothing to do. To upgrade, make a backup, then run git pull and npm start.')
}

function versionsOf(nodes: readonly WithoutSign<Node>[]): Set<string> {
  return new Set(nodes.filter(({ is_away }) => !is_away).map(({ version }) => version))
}

function signOfAbsence({ has_ended, silent_seconds }: WithoutSign<Node>): Sign {
  if (has_ended)
    return fine(
      'It stopped unexpectedly, and another node of its role has started since. Nothing to do: it’s listed for a day.',
    )
  if (silent_seconds > NODE_LOST_SECONDS)
    return attention(
      'It stopped unexpectedly or lost its connection. Restart it. If you removed it, it’s listed for a day.',
    )
  return problem(
    'It isn’t responding. Check whether it’s running, restart it, and check its log for the reason.',
  )
}

export function signOfStatements({ items }: WithoutSign<Figures['statements']>): Sign {
  if (items.some(({ mean_ms, calls }) => mean_ms > STATEMENT_SLOW_MS && calls > 10))
    return attention(
      'A statement is always slow. Run VACUUM ANALYZE. If it stays slow, report it with the text shown here.',
    )
  return fine('Nothing to do.')
}
