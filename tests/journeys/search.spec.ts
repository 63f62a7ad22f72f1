import { expectAccessible } from './accessible.ts'
import { create } from './fixtures.ts'
import { awake } from './hands.ts'
import { expect, test } from './journey.ts'

/** Returns a unique word without digits, because spelling is not corrected for words with digits. */
function newWord(): string {
  const letters = crypto.randomUUID().replace(/\W|\d/g, '').slice(0, 6)
  return `quagga${letters}ness`
}

const misspelt = (word: string) => word.slice(0, 3) + word.slice(4)

test('a misspelt word finds what was meant, and the way back to what was typed', async ({
  newMember,
  page,
  sql,
}) => {
  const { page: writer } = await newMember('speller')
  const word = newWord()
  const typed = misspelt(word)
  await create(writer, 'posts', { title: `On ${word}`, content: '<p>Words for a search.</p>' })
  await sql('select add_up_search_words()')

  await page.goto('/')
  await page.keyboard.press('/')
  const box = page.getByRole('combobox', { name: 'Search discussions...' })
  await box.pressSequentially(typed)
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(options).toHaveText([`On ${word}`, `Search for “${word}”`, `Search for “${typed}”`])
  await expect(page.getByText(`Did you mean ${word}?`)).toBeAttached()
  await box.press('Enter')

  await expect(page).toHaveURL(`/forum?search=${typed}`)
  await expect(page.getByRole('status').filter({ hasText: `Showing results for ${word}.` })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: `On ${word}` })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Posts (1)' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: `Search instead for “${typed}”` }).click()
  await expect(page.getByRole('heading', { name: 'No posts found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Posts (0)' })).toBeVisible()
  await page.getByRole('link', { name: word, exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: `On ${word}` })).toBeVisible()
  await expect(page.getByText('Showing results for')).toHaveCount(0)
})

test('posts, comments, notes and people each have a tab, by keyboard and by address', {
  tag: '@all',
}, async ({ newMember, page }) => {
  const word = newWord()
  const { page: writer, member } = await newMember(word.slice(0, 12))
  const name = member.username
  const id = await create(writer, 'posts', { title: `A ${name}`, content: '<p>Words.</p>' })
  await create(writer, `posts/${id}/comments`, { content: `A long way to ${name}.` })
  await create(writer, 'notes', { content: `Dreamt of ${name}` })

  await page.goto(`/forum?search=${name}`)
  const results = page.getByRole('navigation', { name: 'Results' })
  await expect(results.getByRole('link')).toHaveText(['Posts (1)', 'Comments (1)', 'Notes (1)', 'People (1)'])
  await results.getByRole('link', { name: 'Posts' }).focus()
  await awake(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/forum?search=${name}&in=comments`)
  await expect(results.getByRole('link', { name: 'Comments' })).toHaveAttribute('aria-current', 'page')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: `A long way to ${name}.` })).toBeVisible()
  await expect(main.locator('mark').first()).toHaveText(name.split('_')[0] ?? '')
  await results.getByRole('link', { name: 'Notes' }).click()
  await expect(main.getByRole('link', { name: `Dreamt of ${name}` })).toBeVisible()
  await results.getByRole('link', { name: 'People' }).click()
  await expect(main.getByRole('link', { name: `@${name}` })).toBeVisible()

  await page.reload()
  const box = page.getByRole('banner').getByLabel('Search discussions...').first()
  await expect(box).toHaveValue(name)
  await box.focus()
  await page.getByRole('combobox', { name: 'Search discussions...' }).fill('nobody-is-called-so')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/in=people/)
  await expect(page.getByRole('heading', { name: 'No people found' })).toBeVisible()
})

test('operators narrow a search, say what they ignore, and are explained beside it', {
  tag: '@all',
}, async ({ newMember, page }) => {
  const word = newWord()
  const [{ page: writer, member }, { page: other }] = [await newMember('narrow'), await newMember('other')]
  await create(writer, 'posts', { title: `Mine ${word}`, content: '<p>Words.</p>' })
  await create(other, 'posts', { title: `Theirs ${word}`, content: '<p>Words.</p>' })
  const titles = page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 })

  await page.goto(`/forum?search=${word}`)
  await expect(titles).toHaveCount(2)
  await expect(page.getByText('In title', { exact: true })).toHaveCount(2)
  await page.getByRole('button', { name: 'Search tips' }).click()
  await expect(page.getByRole('region', { name: 'Search tips' }).getByText('author:mara')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('banner').getByLabel('Search discussions...').first().focus()
  const box = page.getByRole('combobox', { name: 'Search discussions...' })
  await box.fill(`${word} author:${member.username} before:soon in:nowhere`)
  await box.press('Enter')
  await expect(titles).toHaveText([`Mine ${word}`])
  await expect(page.getByText('“before:soon” was ignored. Enter a date such as 2026-03-31')).toBeVisible()
  await expect(page.getByText('“in:nowhere” was ignored. No concept has this name.')).toBeVisible()
  await expectAccessible(page)

  await box.fill(`author:"${member.username}" after:2020`)
  await box.press('Enter')
  await expect(titles).toHaveText([`Mine ${word}`])
  await box.fill(`${word} author:nobody-of-this-name`)
  await box.press('Enter')
  await expect(page.getByText('was ignored. No member has this name.')).toBeVisible()
  await expect(titles).toHaveCount(2)
})

test('the first result is high on the page, and a select orders the results', async ({ newMember, page }) => {
  const word = newWord()
  const { page: writer } = await newMember('orderly')
  for (const title of [`First ${word}`, `Second ${word}`])
    await create(writer, 'posts', { title, content: '<p>Words.</p>' })
  const titles = page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 })
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/forum?search=${word}`)
    expect((await titles.first().boundingBox())?.y, `${width} px`).toBeLessThan(300)
  }
  await page.getByRole('combobox', { name: 'Sort by' }).press('o')
  await expect(page).toHaveURL(`/forum?search=${word}&sort=oldest`)
  await expect(titles).toHaveText([`First ${word}`, `Second ${word}`])
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('oldest')
  await page.getByRole('link', { name: /^Comments/ }).click()
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveCount(0)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('words are corrected, tabs are links, and lists go on', { tag: '@all' }, async ({
    newMember,
    page,
    sql,
  }) => {
    const { page: writer } = await newMember('scriptless')
    const word = newWord()
    const id = await create(writer, 'posts', { title: `On ${word}`, content: '<p>Words.</p>' })
    await sql(
      `insert into comments (post_id, content) select $1, 'Said of ${word}, number ' || n from generate_series(1, 22) as n`,
      [id],
    )
    await sql('select add_up_search_words()')
    await page.goto(`/forum?search=${misspelt(word)}`)
    await expect(page.getByText(`Showing results for ${word}.`)).toBeVisible()
    await page.getByRole('link', { name: 'Comments (22)' }).click()
    await expect(page.getByText(`Showing results for ${word}.`)).toBeVisible()
    const said = page.getByRole('main').getByRole('link', { name: /number \d+/ })
    await expect(said).toHaveCount(20)
    await page.getByRole('link', { name: 'More comments' }).click()
    await expect(said).toHaveCount(2)
    await page.getByRole('link', { name: 'Back to the beginning' }).click()
    await expect(said).toHaveCount(20)
    await page.goto(`/forum?search=${misspelt(word)}`)
    await page.getByRole('link', { name: 'Search instead for' }).click()
    await expect(page.getByText('Did you mean')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No posts found' })).toBeVisible()
    await page.goto(`/forum?search=${word}`)
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('top')
    await page.getByRole('button', { name: 'Sort', exact: true }).click()
    await expect(page).toHaveURL(`/forum?search=${word}&sort=top`)
    await page.getByRole('button', { name: 'Search tips' }).click()
    await expect(page.getByText('author:mara')).toBeVisible()
  })
})
