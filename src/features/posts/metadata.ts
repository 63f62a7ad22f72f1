import { articleTags, titleTags } from '../../platform/head.ts'
import type { Site } from '../../platform/site.ts'
import { displayName } from '../authors/display-name.ts'
import { imageAddress } from '../social/address.ts'
import type { Post } from './contract.ts'

/** What the head of a post says of it. */
type PostMetadata = Pick<Post, 'id' | 'title' | 'description' | 'created_at' | 'updated_at'> & {
  author: string
  author_path: string | null
  /** What asks the same, and is what search engines shall know. */
  duplicate_of: string | undefined
  /** What a link to it looks like elsewhere. */
  image: string
}

export function metadataOf(site: Site, post: Post): PostMetadata {
  const { id, title, description, created_at, updated_at, author, categories, duplicate_of } = post
  const name = author && displayName(author)
  return {
    id,
    title,
    description,
    created_at,
    updated_at,
    author: name ?? 'Unknown',
    author_path: author && `/profile/${author.username}`,
    duplicate_of: duplicate_of?.id,
    image: imageAddress({ id, title, author: name, categories }, site),
  }
}

/** Title, description, social tags, canonical address and structured data of a post. */
export function postHead(site: Site, post: PostMetadata) {
  const { meta } = titleTags(site, post.title, `/post/${post.id}`)
  return {
    meta: [
      ...meta,
      ...articleTags(post),
      { property: 'article:modified_time', content: post.updated_at },
      { property: 'og:image', content: site.url + post.image },
      { property: 'og:image:alt', content: post.title },
      // No <meta>, though it stands among them: the router makes a script of it.
      { 'script:ld+json': article(site, post) } as object,
    ],
    links: [{ rel: 'canonical', href: `${site.url}/post/${post.duplicate_of ?? post.id}` }],
  }
}

/** Of a post that its author deleted or a moderator removed: for who has its address, and no search engine. */
export function stubHead(site: Site, { id, title }: Pick<Post, 'id' | 'title'>) {
  const { meta, links } = titleTags(site, title, `/post/${id}`)
  return { meta: [...meta, { name: 'robots', content: 'noindex' }], links }
}

/** schema.org/Article */
function article(site: Site, post: PostMetadata) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: post.title,
    description: post.description,
    image: site.url + post.image,
    author: {
      '@type': 'Person',
      name: post.author,
      ...(post.author_path && { url: site.url + post.author_path }),
    },
    datePublished: post.created_at,
    dateModified: post.updated_at,
    mainEntityOfPage: `${site.url}/post/${post.id}`,
    publisher: { '@type': 'Organization', name: site.name, url: site.url },
  }
}
