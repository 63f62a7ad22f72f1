import { expectAccessible } from './accessible.ts'
import { expect } from './journey.ts'
import { test } from './own-forum.ts'

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
