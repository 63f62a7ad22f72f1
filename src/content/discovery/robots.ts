const NOT_FOR_CRAWLERS = [
  '/api/',
  '/auth',
  '/bookmarks',
  '/create-post',
  '/create-post-rich',
  '/drafts',
  '/edit-profile',
  '/manage',
  '/messages',
  '/notifications',
  '/settings',
  '/unsubscribe/',
  '/user-management',
  '/moderation/queue',
  '/moderation/members',
  '/forum?*search=',
  '/post/*?*comment=',
  '/notes/*?*reply=',
]

/**
 * Names under which crawlers collect texts to train AI models, or whole sites for answers by AI. Search
 * engines and assistants that open one page for a person (ChatGPT-User, Claude-User, Perplexity-User) are
 * not in the list. Google-Extended and Applebot-Extended send no requests: they only mean the purpose.
 */
export const AI_TRAINING_CRAWLERS = [
  'AI2Bot',
  'Amazonbot',
  'anthropic-ai',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'ClaudeBot',
  'cohere-training-data-crawler',
  'Google-Extended',
  'GPTBot',
  'meta-externalagent',
  'PerplexityBot',
] as const

interface RobotsOptions {
  /** Address of the forum, without a slash at its end. */
  url: string
  aiTraining: 'allowed' | 'refused'
}

/** Returns the text of robots.txt (RFC 9309). A crawler obeys only the group that names it. */
export function robotsText({ url, aiTraining }: RobotsOptions): string {
  const refused = [...AI_TRAINING_CRAWLERS.map((name) => `User-agent: ${name}`), 'Disallow: /', '']
  return [
    'User-agent: *',
    ...NOT_FOR_CRAWLERS.map((path) => `Disallow: ${path}`),
    '',
    ...(aiTraining === 'refused' ? refused : []),
    `Sitemap: ${url}/sitemap.xml`,
    '',
  ].join('\n')
}
