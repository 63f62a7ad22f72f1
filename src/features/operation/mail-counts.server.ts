import { type Deliver, RecipientRefused } from '../../platform/mail.server.ts'
import type { DayCounts } from './day-counts.server.ts'

/** Delivers, and counts what was handed over and what was refused for good. */
export function countingMails(dayCounts: Pick<DayCounts, 'add'>, deliver: Deliver): Deliver {
  return async (message) => {
    try {
      await deliver(message)
    } catch (error) {
      if (error instanceof RecipientRefused) dayCounts.add('mails_refused')
      throw error
    }
    dayCounts.add('mails_sent')
  }
}
