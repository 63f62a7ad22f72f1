import { Hono } from 'hono'
import type { Services } from '../../core/context.server.ts'
import type { GuestQueues } from '../../core/guest-queues.server.ts'
import { namesIn } from '../../moderation/log/procedures.server.ts'
import { findLogDigest, listActions } from '../../moderation/log/sql.server.ts'
import { isolateText } from '../../platform/bidi-isolation.ts'
import type { RenderedResponse } from '../../platform/cache/cached-response.server.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { countFittingItems } from '../../platform/http/response-size.server.ts'
import { securityHeaders } from '../../platform/http/security.server.ts'
import { isUuid } from '../../platform/uuid.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { nameTag } from '../../shared/authors/tags.server.ts'
import { renderMarkup } from '../../shared/markup/markup.server.ts'
import { renderPostHtml } from '../posts/write/sanitize.server.ts'
import {
  type Channel,
  CONTENT_TYPES,
  type FeedFormat,
  LOG_ENTRIES,
  writeFeed,
  writeLogFeed,
} from './feed.server.ts'
import { type FeedPost, listConceptFeed, listForumFeed, listMemberFeed } from './sql.server.ts'

const MODERATION = '/feeds/moderation.atom'
const ADDRESS = /^\/feeds\/(latest|concepts(?=\/)|members(?=\/))(?:(?<!latest)\/([\w-]+))?\.(atom|json)$/

/** Serves `/feeds/latest.atom`, `/feeds/concepts/ID.json` and so on. Responses are cached like pages. */
export function feeds(services: Services, queues: GuestQueues) {
  return new Hono<{ Variables: { address: string } }>().get('/feeds/*', async (c, next) => {
    const isLog = c.req.path === MODERATION
    const [, kind, name = '', format] = ADDRESS.exec(c.req.path) ?? []
    if (!kind && !isLog) return next()
    const make = () =>
      isLog ? moderation(services) : answer(services, kind as Kind, name, format as FeedFormat)
    return (await services.responseCache.read(c.req.path, make, queues.of(c, c.req.path))).respond(c.req.raw)
  })
}

async function answer(services: Services, kind: Kind, name: string, format: FeedFormat) {
  const found = await FIND[kind]({ ...services, db: services.visitorDb }, name)
  const headers = securityHeaders(services.config)
  if (!found)
    return { status: 404, headers: { ...headers, 'content-type': 'text/plain' }, body: 'Feed not found' }
  tag('concepts', ...found.posts.flatMap(({ id, author }) => [`post:${id}`, `profile:${author?.id}`]))
  const posts = await withContentHtml(services, found.posts)
  return asFeed(services, format, writeFeed(services.siteSettings.site, { ...found, posts }, format))
}

function asFeed({ config }: Services, format: FeedFormat, body: string): RenderedResponse {
  const type = { 'content-type': CONTENT_TYPES[format], 'access-control-allow-origin': '*' }
  return { status: 200, headers: { ...securityHeaders(config), ...type }, body }
}

async function moderation(services: Services): Promise<RenderedResponse> {
  const db = services.visitorDb
  const [{ items }, newest] = await Promise.all([listActions(db, { limit: LOG_ENTRIES }), findLogDigest(db)])
  tag('moderation-log', ...namesIn(items))
  return asFeed(services, 'atom', writeLogFeed(services.siteSettings.site, items, newest))
}

async function withContentHtml({ config, visitorDb: db }: Services, posts: FeedPost[]) {
  const sources = thatFit(posts).map((post) => ({ content: renderPostHtml(post), format: post.format }))
  const shown = await renderMarkup({ config, db }, sources, { isElsewhere: true, hasPictures: true })
  const rendered = shown.map((content_html, index) => {
    const { content: _, ...post } = posts[index] as FeedPost
    return { ...post, content_html }
  })
  return thatFit(rendered)
}

/** Maximum bytes of posts in a feed. Without the limit, 30 long essays would take 9 MB. */
const FEED_BYTES = 950_000
/** Estimated bytes of markup around each post. */
const ENTRY_BYTES = 1_000

/** Returns as many of the newest posts as fit into a feed, at least one. */
function thatFit<Post>(posts: Post[]): Post[] {
  return posts.slice(0, countFittingItems(posts, FEED_BYTES, ENTRY_BYTES))
}

const FIND = { latest, concepts, members }

type Kind = keyof typeof FIND
type FoundFeed = Omit<Channel, 'posts'> & { posts: FeedPost[] }

async function latest({ db, siteSettings }: Services): Promise<FoundFeed> {
  tag('posts')
  return {
    title: siteSettings.site.name,
    description: 'The newest discussions',
    path: '/feeds/latest',
    page: '/posts/latest',
    posts: await listForumFeed(db),
  }
}

async function concepts({ db, siteSettings }: Services, id: string): Promise<FoundFeed | undefined> {
  tag('posts', 'concepts')
  const found = isUuid(id) ? await listConceptFeed(db, id) : undefined
  if (!found) return undefined
  const title = `${isolateText(found.concept.name)} | ${isolateText(siteSettings.site.name)}`
  return {
    title,
    description: found.concept.description || title,
    path: `/feeds/concepts/${id}`,
    page: `/concepts/${id}`,
    posts: found.posts,
  }
}

async function members({ db, siteSettings }: Services, name: string): Promise<FoundFeed | undefined> {
  tag(nameTag(name))
  const found = await listMemberFeed(db, name)
  if (!found) return undefined
  const { id, username } = found.member
  const author = displayName(found.member)
  tag(`profile:${id}`)
  return {
    title: `${isolateText(author)} | ${isolateText(siteSettings.site.name)}`,
    description: `Posts by ${author}`,
    path: `/feeds/members/${username}`,
    page: `/profile/${username}`,
    posts: found.posts,
  }
}
