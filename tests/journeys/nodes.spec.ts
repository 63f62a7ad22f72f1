import { listen } from '../listen.ts'
import { expect, test } from './journey.ts'
import { startSecondNode } from './second-node.ts'

test('an event crosses from one app process to another on the same database', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('crossing')
  const node = await startSecondNode()
  try {
    const response = await fetch(`${node.url}/api/live`)
    const listening = listen(response.body as ReadableStream<Uint8Array>)
    await expect.poll(listening.text).toContain('"open"')
    const headers = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
    const written = await page.request.post('/api/notes', {
      data: { content: 'From the other node' },
      headers,
    })
    const { id } = await written.json()
    await expect.poll(listening.messages).toContainEqual(expect.objectContaining({ type: 'notes', id }))
    await listening.leave()
  } finally {
    await node.stop()
  }
})
