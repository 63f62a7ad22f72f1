import type { APIRequestContext } from '@playwright/test'
import { moveMouse } from './hands.ts'
import { expect, test } from './journey.ts'

const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
const RUN = 'document.documentElement.dataset.ran=1'

/** Malicious texts. A script that runs would mark the document, or violate the content security policy. */
const PAYLOADS = [
  `<script>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `<svg onload=${RUN}><style><img src=x onerror=${RUN}></style></svg>`,
  `<p onmouseover=${RUN} style="position:fixed;inset:0">over</p>`,
  `<a href="javascript:${RUN}">link</a>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${RUN}&gt;">`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `</script><script>${RUN}</script>`,
  `"><script>${RUN}</script>`,
  `\u2028${RUN}//`,
  `{{constructor.constructor('${RUN}')()}}`,
  `https://example.org/"onmouseover="${RUN}`,
  `https://example.org/'><img src=x onerror=${RUN}>`,
  `javascript:${RUN} JaVaScRiPt://example.org/%0a${RUN}`,
  `\`\`\`"><script>${RUN}</script>`,
  `\`</code><script>${RUN}</script>\` @ada"onclick=${RUN}`,
  `> <script>${RUN}</script>`,
  `/profile/"onfocus=${RUN} autofocus`,
  `[link](javascript:${RUN}) [link](data:text/html,<script>${RUN}</script>) [link](&#106;avascript:${RUN})`,
  `[link](https://example.org/"onmouseover="${RUN}) [<img src=x onerror=${RUN}>](https://example.org/)`,
  `[link](https://example.org/ ""onmouseover=${RUN}") ![x](x"onerror="${RUN})`,
  `- **<script>${RUN}</script>**\n1. <img src=x onerror=${RUN}>`,
  `## <img src=x onerror=${RUN}>`,
]

async function send(request: APIRequestContext, path: string, data: object): Promise<string> {
  const response = await request.post(path, { data, headers: CSRF })
  expect(response.status(), await response.text()).toBe(201)
  return ((await response.json()) as { id: string }).id
}

test('what members write never runs, wherever it is shown', { tag: '@all' }, async ({
  newMember,
  sql,
  page: guest,
}) => {
  const { page, member } = await newMember('mallory')
  const { page: editor, member: friend } = await newMember('editor')
  await sql(`insert into user_roles select id, 'editor' from profiles where username = $1`, [friend.username])
  const all = PAYLOADS.join('\n')
  const ids = await Promise.all(
    ['rich', 'plain'].map((format) =>
      send(page.request, '/api/posts', { title: PAYLOADS[0], content: `Words.\n${all}`, format }),
    ),
  )
  const others = await Promise.all(
    PAYLOADS.map((payload) =>
      send(page.request, '/api/posts', { title: payload, content: `Words. ${payload}` }),
    ),
  )
  for (const id of ids) {
    const parent_id = await send(page.request, `/api/posts/${id}/comments`, { content: all })
    await send(page.request, `/api/posts/${id}/comments`, { content: all, parent_id })
  }
  const notes = await Promise.all(PAYLOADS.map((content) => send(page.request, '/api/notes', { content })))
  for (const [index, id] of notes.entries())
    await send(page.request, `/api/notes/${id}/replies`, { content: PAYLOADS[index] })
  // Writes texts with links to the content, because such links show its title and author.
  const linking = [...others.map((id) => `/post/${id}`), ...notes.map((id) => `/notes/${id}`)]
  const words = [`@${member.username}`, ...linking].join(' ')
  const full_name = `<img src=x onerror=${RUN}>`
  const bio = [words.slice(0, 100), ...PAYLOADS].join('\n').slice(0, 500)
  const changed = await page.request.patch('/api/me', { data: { full_name, bio }, headers: CSRF })
  expect(changed.status(), await changed.text()).toBe(200)
  ids.push(await send(page.request, '/api/posts', { title: 'Links', content: `Words. ${words}` }))
  await send(page.request, `/api/posts/${ids[0]}/comments`, { content: words })
  for (const content of [all, words])
    await send(page.request, `/api/conversations/${friend.username}/messages`, { content })
  const event = {
    title: PAYLOADS[0],
    description: `${words}\n${all}`.slice(0, 2000),
    starts_at: '2027-01-01T10:00:00Z',
  }
  await send(editor.request, '/api/events', { ...event, place: 'Here' })
  const shared = [
    '/notes',
    ...notes.map((id) => `/notes/${id}`),
    `/profile/${member.username}?tab=notes`,
    '/events',
  ]
  const search = `/forum?search=${encodeURIComponent('Words document')}`
  const pagesOf = (posts: string[]) => posts.map((id) => `/post/${id}`)
  const visits = [
    { reader: guest, paths: ['/', '/forum', search, ...pagesOf([...ids, ...others]), ...shared] },
    // Members open only some pages, because what only they see does not depend on the payload.
    { reader: page, paths: ['/', search, ...pagesOf(ids), ...shared.filter((_, n) => n % 5 === 0)] },
    { reader: editor, paths: [`/messages?with=${member.username}`] },
  ]
  for (const { reader, paths } of visits) {
    for (const path of paths) {
      await reader.goto(path)
      await moveMouse(reader)
      await expect(reader.getByRole('heading', { level: 1 }), path).toBeVisible()
      expect(await reader.evaluate(() => document.documentElement.dataset.ran), path).toBeUndefined()
    }
  }
  for (const id of ids) {
    await page.goto(`/post/${id}/edit`)
    await expect(page.getByRole('textbox', { name: 'Content' })).toContainText('Words.')
    expect(await page.evaluate(() => document.documentElement.dataset.ran)).toBeUndefined()
  }
})
