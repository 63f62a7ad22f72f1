import { Feed } from 'feed'
import type { LogEntry } from '../../moderation/log/contract.ts'
import { actionText, actorText, digestText, entryHref } from '../../moderation/log/copy.ts'
import type { LogDigest } from '../../moderation/log/sql.server.ts'
import type { Site } from '../../platform/site.ts'
import { siteIcons } from '../../platform/site-icons.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { postHref } from '../../shared/branding/item-address.ts'
import type { FeedPost } from './sql.server.ts'

export type FeedFormat = 'atom' | 'json'

export const CONTENT_TYPES: Record<FeedFormat, string> = {
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}

export interface Channel {
  title: string
  description: string
  path: string
  page: string
  posts: (Omit<FeedPost, 'content'> & { content_html: string })[]
}

/** Writes posts with their full texts, newest first, as Atom 1.0 (RFC 4287) or JSON Feed 1.0. */
export function writeFeed(site: Site, channel: Channel, format: FeedFormat): string {
  const { posts } = channel
  const feed = new Feed({
    id: `${site.url}${channel.page}`,
    title: readable(channel.title),
    description: readable(channel.description),
    link: `${site.url}${channel.page}`,
    feedLinks: { atom: `${site.url}${channel.path}.atom`, json: `${site.url}${channel.path}.json` },
    language: 'en',
    favicon: `${site.url}/favicon.ico`,
    image: site.url + siteIcons(site).png512,
    generator: false,
    // A feed must have an update time. Without posts, it is the current time.
    updated: new Date(Math.max(0, ...posts.map(changedAt)) || Date.now()),
  })
  for (const post of posts) feed.addItem(toItem(site, post))
  return format === 'atom' ? atomOf(feed) : feed.json1()
}

/** Marks titles and summaries as plain text. The library marks them as HTML, where "<C>" would be a tag. */
function atomOf(feed: Feed): string {
  return feed.atom1().replace(/<(title|summary) type="html"><!\[CDATA\[/g, '<$1 type="text"><![CDATA[')
}

function toItem(site: Site, post: Channel['posts'][number]) {
  const { id, title } = post
  const { author } = post
  return {
    // Permanent, so without the title, which can change.
    id: `${site.url}${postHref({ id })}`,
    link: site.url + postHref({ id, title }),
    title: readable(title),
    content: readable(post.content_html),
    published: new Date(post.created_at),
    date: new Date(changedAt(post)),
    concept: post.concepts.map((name) => ({ name: readable(name), term: readable(name) })),
    author: author
      ? [
          {
            name: readable(displayName(author)),
            link: `${site.url}/profile/${author.username}`,
          },
        ]
      : [{ name: 'Unknown' }],
  }
}

function changedAt({ created_at, edited_at }: Pick<FeedPost, 'created_at' | 'edited_at'>): number {
  return Date.parse(edited_at ?? created_at)
}

/** Removes control characters, which XML 1.0 forbids even in escaped form. */
function readable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the regex removes control characters
  return text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
}

export const LOG_ENTRIES = 30

export function writeLogFeed(site: Site, entries: LogEntry[], newest: LogDigest | null): string {
  const page = `${site.url}/moderation`
  const feed = new Feed({
    id: page,
    title: readable(`Moderation log | ${site.name}`),
    description: `Moderator actions and the reasons for them.${newest ? ` ${digestText(newest)}` : ''}`,
    link: page,
    feedLinks: { atom: `${site.url}/feeds/moderation.atom` },
    language: 'en',
    favicon: `${site.url}/favicon.ico`,
    generator: false,
    // A feed must have an update time. Without entries, it is the current time.
    updated: new Date(entries[0]?.created_at ?? Date.now()),
  })
  for (const entry of entries) feed.addItem(toLogItem(site, entry))
  return atomOf(feed)
}

function toLogItem(site: Site, entry: LogEntry) {
  const link = site.url + entryHref(entry.id)
  const { acted_by, rule, reason, is_redacted, created_at } = entry
  const ground = [rule && `Rule ${rule}`, reason, is_redacted && 'The reason was removed from the log.']
  return {
    id: link,
    link,
    title: readable(actionText(entry)),
    description: readable(ground.filter(Boolean).join('\n')),
    date: new Date(created_at),
    author: [
      {
        name: readable(actorText(entry)),
        ...(acted_by && { link: `${site.url}/profile/${acted_by.username}` }),
      },
    ],
  }
}
