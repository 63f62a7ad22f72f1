import { expect, test } from 'vitest'
import { renderEmail } from './email.ts'

const link = 'http://localhost:3000/?verify=AZrQ8m0Xc6-4r_5Yw1kq9tKc2vN7pLz3BfHsEdJu0Ga'
const letter = {
  to: 'ada@example.org',
  subject: 'Verify <your> address',
  intro: [
    'Somebody & friends signed up with this address, which is a sentence long enough to need two lines.',
  ],
  action: { label: 'Verify email', link },
  outro: ['If that was not you, there is nothing to do.'],
  signature: 'The Threshold',
}

test('text and HTML say the same and lead to the same place', () => {
  const { text, html, link: about } = renderEmail(letter)
  expect(about).toBe(link)
  expect(text).toContain(`Verify email:\n${link}\n\n`)
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

test('what happened is told with its words, and why the mail comes', () => {
  const { text, html } = renderEmail({
    ...letter,
    sections: [
      {
        heading: 'On <slow> change',
        items: [
          {
            label: 'Ada & Bo commented',
            link,
            detail: '2 comments',
            words: { text: 'First line\nand second', html: '<p>First line<br />and second</p>' },
          },
        ],
      },
    ],
    footer: { text: 'You asked for it.', links: [{ label: 'No more of it', link: `${link}&end` }] },
  })
  expect(text).toContain(
    `On <slow> change\n\nAda & Bo commented\n2 comments\n> First line\n> and second\n${link}\n\n`,
  )
  expect(text).toMatch(/-- \nYou asked for it\.\nNo more of it:\nhttp\S+&end$/)
  expect(html).toContain('On &#60;slow&#62; change')
  expect(html).toContain('Ada &#38; Bo commented')
  expect(html).toContain('<p>First line<br />and second</p>')
  expect(html).toContain(`href="${link}&#38;end"`)
})

test('quoted words are quoted on each line of the text', () => {
  const words = { text: 'word '.repeat(40).trim(), html: '' }
  const { text } = renderEmail({ ...letter, sections: [{ items: [{ label: 'One', link, words }] }] })
  const quoted = text.split('\n').filter((line) => line.includes('word '))
  expect(quoted.length).toBeGreaterThan(2)
  for (const line of quoted) {
    expect(line.startsWith('> ')).toBe(true)
    expect(line.length).toBeLessThanOrEqual(76)
  }
})

test('it is readable in the dark, and fetches nothing', () => {
  const { html } = renderEmail(letter)
  expect(html).toContain('@media (prefers-color-scheme: dark)')
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).not.toMatch(/<img|<link|url\(|src=/)
})
