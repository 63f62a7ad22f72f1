import { expect, test, vi } from 'vitest'
import { share } from './share-button.tsx'

const post = { title: 'On scans', url: 'https://forum.example/post/1' }
const named = (name: string) => Object.assign(new Error(name), { name })
const clipboard = () => ({ writeText: vi.fn(async (_text: string) => {}) })

test('gives title, text and address to the dialog of the device', async () => {
  const device = { share: vi.fn(async () => {}), clipboard: clipboard() }
  expect(await share(post, device)).toBe('shared')
  expect(device.share).toHaveBeenCalledWith({ ...post, text: 'Check out this discussion: On scans' })
  expect(device.clipboard.writeText).not.toHaveBeenCalled()
})

test('copies nothing when somebody closes the dialog', async () => {
  const device = { share: () => Promise.reject(named('AbortError')), clipboard: clipboard() }
  expect(await share(post, device)).toBe('dismissed')
  expect(device.clipboard.writeText).not.toHaveBeenCalled()
})

test.each([{}, { share: () => Promise.reject(named('NotAllowedError')) }])(
  'copies the link otherwise',
  async (device) => {
    const withClipboard = { ...device, clipboard: clipboard() }
    expect(await share(post, withClipboard)).toBe('copied')
    expect(withClipboard.clipboard.writeText).toHaveBeenCalledWith(post.url)
  },
)

test('says so when there is no clipboard or it refuses', async () => {
  expect(await share(post, {})).toBe('failed')
  expect(
    await share(post, { clipboard: { writeText: () => Promise.reject(named('NotAllowedError')) } }),
  ).toBe('failed')
})
