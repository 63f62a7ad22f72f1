import type { Page } from '@playwright/test'
import { EXCEL, GOOGLE_DOCS, MARKDOWN, WEB_PAGE, WORD } from '../clipboards.ts'
import { expect, test } from './journey.ts'

const content = (page: Page) => page.getByRole('textbox', { name: 'Content' })
const items = (page: Page, list: 'ul' | 'ol') => content(page).locator(`${list} > li > p`)

test('a text of Word keeps headings, lists, links and tables, and says what stayed behind', {
  tag: '@all',
}, async ({ newMember }) => {
  const page = await open(newMember)
  await page.keyboard.type('Before. ')
  await paste(page, { 'text/html': WORD, 'text/plain': 'On uploads' })
  await expect(content(page).getByRole('paragraph').first()).toHaveText('Before. On uploads')
  await expect(content(page)).toContainText('see the paper.')
  await expect(content(page).getByRole('link')).toHaveAttribute('href', 'https://paper.example/1')
  await expect(items(page, 'ul')).toHaveText(['First point', 'Below it', 'Second point'])
  await expect(content(page).locator('ul ul > li')).toHaveText('Below it')
  await expect(items(page, 'ol')).toHaveText(['Step one', 'Step two'])
  await expect(content(page)).toContainText('Year · Scans2031 · 4')
  await expect(
    page.getByText('Not pasted: 1 picture. Posts can only contain text and uploaded pictures.'),
  ).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(content(page)).toHaveText('Before.')
})

test('a text of Google Docs keeps lists, and what is bold and slanted there alone', { tag: '@all' }, async ({
  newMember,
}) => {
  const page = await open(newMember)
  await paste(page, { 'text/html': GOOGLE_DOCS, 'text/plain': 'On uploads' })
  await expect(content(page).getByRole('heading')).toHaveText('On uploads')
  await expect(content(page).locator('strong')).toHaveText('bold')
  await expect(content(page).locator('em')).toHaveText('slanted')
  await expect(items(page, 'ul')).toHaveText(['First point', 'Below it', 'Second point'])
  await expect(content(page).locator('ul ul > li')).toHaveText('Below it')
  await expect(items(page, 'ol')).toHaveText(['Step one'])
  await paste(page, { 'text/html': EXCEL, 'text/plain': 'Year\tScans' })
  await expect(content(page)).toContainText('Year · Scans2031 · 4')
})

test('a piece of a web page brings its links and code, and nothing that runs', async ({ newMember }) => {
  const page = await open(newMember)
  await paste(page, { 'text/html': WEB_PAGE, 'text/plain': 'Mind uploading' })
  await expect(
    page.getByText('Not pasted: 2 pictures and 1 video. Posts can only contain text and uploaded pictures.'),
  ).toBeVisible()
  await expect(content(page).getByRole('paragraph')).toHaveText([
    'Whole brain emulation is a process[1] described by Sandberg.',
    'Call `scan()`:',
    '```for slice in brain:    scan(slice)```',
  ])
  await page.reload()
  await expect(content(page).getByRole('paragraph').last()).toHaveText(
    '```for slice in brain:    scan(slice)```',
  )
  const answer = page.waitForResponse((response) => response.status() === 201)
  await page.getByLabel('Title').fill(`Pasted ${crypto.randomUUID().slice(0, 8)}`)
  await page.getByRole('button', { name: 'Publish Post' }).click()
  const { id } = await (await answer).json()
  await page.goto(`/post/${id}`)
  await expect(page.locator('.prose pre code')).toHaveText('for slice in brain:\n    scan(slice)')
  await expect(page.locator('.prose').getByRole('link', { name: 'Sandberg' })).toHaveAttribute(
    'href',
    'https://wiki.example/Sandberg',
  )
  await expect(page.locator('.prose').getByRole('heading')).toHaveText('Mind uploading')
})

test('Markdown becomes what it means, unless it is asked for as it is', { tag: '@all' }, async ({
  newMember,
}) => {
  const page = await open(newMember)
  await paste(page, { 'text/plain': MARKDOWN })
  await expect(content(page).getByRole('heading')).toHaveText('On uploads')
  await expect(content(page).locator('strong')).toHaveText('the paper')
  await expect(content(page).locator('em')).toHaveText('slowly')
  await expect(content(page).getByRole('link', { name: 'its author' })).toHaveAttribute(
    'href',
    'https://paper.example/1',
  )
  await expect(items(page, 'ul')).toHaveText(['First point', 'Below it', 'Second point'])
  await expect(items(page, 'ol')).toHaveText(['Step one', 'Step two'])
  await expect(content(page).locator('blockquote')).toHaveText('Said before.')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(content(page)).toHaveText('')
  await paste(page, { 'text/plain': '**as it is**' }, 'ControlOrMeta+Shift+v')
  await expect(content(page)).toHaveText('**as it is**')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await drop(page, '- dropped\n- here')
  await expect(items(page, 'ul')).toHaveText(['dropped', 'here'])
})

type NewMember = (name: string) => Promise<{ page: Page }>

async function open(newMember: NewMember): Promise<Page> {
  const { page } = await newMember('paster')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/create-post-rich')
  await content(page).click()
  return page
}

/** Copies and pastes data as from another program. Chromium sanitises HTML that a page writes itself. */
async function paste(page: Page, types: Record<string, string>, keys = 'ControlOrMeta+v') {
  await page.evaluate((types) => {
    addEventListener(
      'copy',
      (event) => {
        event.preventDefault()
        event.stopImmediatePropagation()
        for (const [type, text] of Object.entries(types)) event.clipboardData?.setData(type, text)
      },
      { once: true, capture: true },
    )
  }, types)
  await page.keyboard.press('ControlOrMeta+c')
  await page.keyboard.press(keys)
}

async function drop(page: Page, text: string) {
  await content(page).evaluate((element, text) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.setData('text/plain', text)
    const { left, top } = element.getBoundingClientRect()
    const place = { clientX: left + 30, clientY: top + 30 }
    element.dispatchEvent(new DragEvent('drop', { dataTransfer, ...place, bubbles: true, cancelable: true }))
  }, text)
}
