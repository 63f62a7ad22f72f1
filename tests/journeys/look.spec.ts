import { pngFile } from '../pictures.ts'
import { expectAccessible } from './accessible.ts'
import { expect } from './journey.ts'
import { test } from './own-forum.ts'

test.use({ expected: [/Failed to load resource/] })

// Uses its own forum, because the look is the same for all its visitors.

const ADMIN = "insert into user_roles (user_id, role) select id, 'admin' from profiles where username = $1"

test('an admin gives the forum its own name, heading and colours, and sees why a colour is refused', {
  tag: '@all',
}, async ({ newMember, sql, browser }) => {
  const { page, member } = await newMember('ada')
  await sql(ADMIN, [member.username])
  await page.goto('/manage/site')
  await page.getByLabel('Name', { exact: true }).fill('The Society of Beekeepers and Honey Lovers of Mull')
  await page.getByLabel('Heading of the home page').fill('Bees first')
  await page.getByLabel('Introduction on the home page').fill('All about bees.')
  const accent = page.getByRole('textbox', { name: 'Accent colour of the dark theme', exact: true })
  await accent.fill('#402000')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(/This colour is hard to read on the dark theme/)).toBeVisible()
  await accent.fill('#7fd1ae')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Site settings saved')).toBeVisible()

  const guest = await (await browser.newContext()).newPage()
  await guest.goto(new URL('/', page.url()).href)
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Bees first')
  await expect(guest.getByText('All about bees.')).toBeVisible()
  await expect(guest.getByRole('link', { name: 'Get Started' })).toHaveCSS(
    'background-color',
    'rgb(127, 209, 174)',
  )
  await expectAccessible(guest)
  for (const width of [390, 1440]) {
    await guest.setViewportSize({ width, height: 800 })
    const name = guest
      .getByText('The Society of Beekeepers and Honey Lovers of Mull')
      .locator('visible=true')
      .first()
    await expect(name).toBeVisible()
    expect(await name.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(
      1,
    )
  }
  await guest.close()
})

test('an admin uploads a logo and an icon, which are on every page until they are removed', {
  tag: '@all',
}, async ({ newMember, sql, browser }) => {
  const { page, member } = await newMember('ada')
  await sql(ADMIN, [member.username])
  await page.goto('/manage/site')
  await page.getByLabel('Description').fill('Not yet saved.')
  await page.getByLabel('Logo', { exact: true }).setInputFiles(await fileOf(await pngFile(300, 100)))
  await expect(page.getByText('Logo uploaded')).toBeVisible()
  await page.getByLabel('Icon', { exact: true }).setInputFiles(await fileOf(await pngFile(600, 600)))
  await expect(page.getByText('Icon uploaded')).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Site settings saved')).toBeVisible()
  await page.getByLabel('Logo', { exact: true }).setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  })
  await expect(page.getByText('This image format can’t be read')).toBeVisible()
  await expectAccessible(page)

  const guest = await (await browser.newContext()).newPage()
  for (const [width, path] of [
    [390, '/'],
    [820, '/forum'],
    [1440, '/auth'],
  ] as const) {
    await guest.setViewportSize({ width, height: 800 })
    await guest.goto(new URL(path, page.url()).href)
    const logo = guest.locator('img[src^="/files/site/"]:visible').first()
    await expect(logo).toHaveJSProperty('naturalWidth', 300)
    expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expect(guest.locator('link[rel=icon]')).toHaveAttribute('href', /^\/files\/site\/\w+-192\.png$/)
  }

  await page.getByRole('button', { name: 'Remove logo' }).click()
  await expect(page.getByText('Logo removed')).toBeVisible()
  await page.getByRole('button', { name: 'Remove icon' }).click()
  await expect(page.getByText('Icon removed')).toBeVisible()
  await guest.reload()
  await expect(guest.locator('img[src^="/files/site/"]')).toHaveCount(0)
  await expect(guest.locator('link[rel=icon]')).toHaveAttribute('href', '/favicon.svg')
  await guest.close()
})

async function fileOf(file: File) {
  return { name: file.name, mimeType: file.type, buffer: Buffer.from(await file.arrayBuffer()) }
}

test('the colours that accents are checked against are those of the themes', { tag: '@all' }, async ({
  page,
}) => {
  await page.goto('/')
  const grounds = await page.evaluate(() => {
    const pixel = document
      .createElement('canvas')
      .getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
    const hexOf = (theme: string, token: string) => {
      document.documentElement.dataset.theme = theme
      pixel.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(token)
      pixel.fillRect(0, 0, 1, 1)
      const [red, green, blue] = pixel.getImageData(0, 0, 1, 1).data
      return `#${[red, green, blue].map((value) => Number(value).toString(16).padStart(2, '0')).join('')}`
    }
    return [hexOf('dark', '--raised'), hexOf('light', '--sunken')]
  })
  expect(grounds).toEqual(['#121720', '#f2f0ea'])
})
