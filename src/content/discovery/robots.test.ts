import { expect, test } from 'vitest'
import { AI_TRAINING_CRAWLERS, robotsText } from './robots.ts'

const url = 'https://forum.example'

test('crawlers for AI training are asked to stay away only if admins refuse them', () => {
  expect(robotsText({ url, aiTraining: 'allowed' })).not.toContain('GPTBot')
  const text = robotsText({ url, aiTraining: 'refused' })
  const [everybody, refused, sitemap] = text.split('\n\n')
  expect(everybody).toMatch(/^User-agent: \*\nDisallow: \/api\/\n/)
  expect(refused).toBe(`${AI_TRAINING_CRAWLERS.map((name) => `User-agent: ${name}`).join('\n')}\nDisallow: /`)
  expect(sitemap).toBe('Sitemap: https://forum.example/sitemap.xml\n')
})

test.each(['Googlebot', 'Applebot', 'ChatGPT-User', 'Claude-User', 'Perplexity-User', 'OAI-SearchBot'])(
  '%s, which searches or opens a page for a person, is not refused',
  (name) => expect(robotsText({ url, aiTraining: 'refused' })).not.toContain(`User-agent: ${name}\n`),
)
