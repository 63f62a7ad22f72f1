import { expect, test } from 'vitest'
import { written } from './letter.ts'

const link = 'http://localhost:3000/?verify=AZrQ8m0Xc6-4r_5Yw1kq9tKc2vN7pLz3BfHsEdJu0Ga'
const letter = {
  to: 'ada@example.org',
  subject: 'Verify <your> address',
  before: [
    'Somebody & friends signed up with this address, which is a sentence long enough to need two lines.',
  ],
  action: { label: 'Verify e-mail', link },
  after: ['If that was not you, there is nothing to do.'],
  from: 'The Threshold',
}

test('text and HTML say the same and lead to the same place', () => {
  const { text, html, link: about } = written(letter)
  expect(about).toBe(link)
  expect(text).toContain(`Verify e-mail:\n${link}\n\n`)
  expect(html).toContain(`href="${link}"`)
  for (const words of ['there is nothing to do', 'The Threshold']) {
    expect(text).toContain(words)
    expect(html).toContain(words)
  }
})

test('no line of the text needs to be broken on its way', () => {
  for (const line of written(letter).text.split('\n')) expect(line.length).toBeLessThanOrEqual(76)
})

test('a link longer than a line stays whole', () => {
  const long = `${link}${'x'.repeat(200)}`
  expect(written({ ...letter, action: { label: 'Open', link: long } }).text).toContain(`Open:\n${long}\n`)
})

test('nothing in it becomes markup', () => {
  const { html } = written({ ...letter, before: ['<script>alert("1")</script>'] })
  expect(html).not.toContain('<script')
  expect(html).toContain('<title>Verify &#60;your&#62; address</title>')
})
