import { expect, test } from 'vitest'
import { renderEmail } from './email.ts'

const link = 'http://localhost:3000/?verify=AZrQ8m0Xc6-4r_5Yw1kq9tKc2vN7pLz3BfHsEdJu0Ga'
const letter = {
  to: 'ada@example.org',
  subject: 'Verify <your> address',
  intro: [
    'Somebody & friends signed up with this address, which is a sentence long enough to need two lines.',
  ],
  action: { label: 'Verify e-mail', link },
  outro: ['If that was not you, there is nothing to do.'],
  signature: 'The Threshold',
}

test('text and HTML say the same and lead to the same place', () => {
  const { text, html, link: about } = renderEmail(letter)
  expect(about).toBe(link)
  expect(text).toContain(`Verify e-mail:\n${link}\n\n`)
  expect(html).toContain(`href="${link}"`)
  for (const words of ['there is nothing to do', 'The Threshold']) {
    expect(text).toContain(words)
    expect(html).toContain(words)
  }
})

test('no line of the text needs to be broken on its way', () => {
  for (const line of renderEmail(letter).text.split('\n')) expect(line.length).toBeLessThanOrEqual(76)
})

test('a link longer than a line stays whole', () => {
  const long = `${link}${'x'.repeat(200)}`
  expect(renderEmail({ ...letter, action: { label: 'Open', link: long } }).text).toContain(`Open:\n${long}\n`)
})

test('nothing in it becomes markup', () => {
  const { html } = renderEmail({ ...letter, intro: ['<script>alert("1")</script>'] })
  expect(html).not.toContain('<script')
  expect(html).toContain('<title>Verify &#60;your&#62; address</title>')
})
