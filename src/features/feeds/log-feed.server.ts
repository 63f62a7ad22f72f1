import { Feed } from 'feed'
import type { Site } from '../../platform/site.ts'
import type { LogEntry } from '../moderation-log/contract.ts'
import type { Digest } from '../moderation-log/sql.server.ts'
import { actInWords, actorInWords, digestInWords, entryHref } from '../moderation-log/words.ts'
import { atomOf, readable } from './feed.server.ts'

/** Readers ask several times a day: this is more than is done between. */
export const LOG_ENTRIES = 30

/** What moderators did as an Atom 1.0 document: what everybody may know of it, the latest first. */
export function writeLogFeed(site: Site, entries: LogEntry[], newest: Digest | null): string {
  const page = `${site.url}/moderation`
  const feed = new Feed({
    id: page,
    title: readable(`Moderation log | ${site.name}`),
    description: `What moderators did, and on what ground.${newest ? ` ${digestInWords(newest)}` : ''}`,
    link: page,
    feedLinks: { atom: `${site.url}/feeds/moderation.atom` },
    language: 'en',
    favicon: `${site.url}/favicon.ico`,
    generator: false,
    // Of an empty feed nobody can say when it changed: when it is read, it is still empty.
    updated: new Date(entries[0]?.created_at ?? Date.now()),
  })
  for (const entry of entries) feed.addItem(toItem(site, entry))
  return atomOf(feed)
}

function toItem(site: Site, entry: LogEntry) {
  const link = site.url + entryHref(entry.id)
  const { acted_by, rule, reason, is_redacted, created_at } = entry
  const ground = [rule && `Rule ${rule}`, reason, is_redacted && 'The reason was taken out of the log.']
  return {
    id: link,
    link,
    title: readable(actInWords(entry)),
    description: readable(ground.filter(Boolean).join('\n')),
    date: new Date(created_at),
    author: [
      {
        name: readable(actorInWords(entry)),
        ...(acted_by && { link: `${site.url}/profile/${acted_by.username}` }),
      },
    ],
  }
}
