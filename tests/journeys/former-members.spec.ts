import { createHash, randomBytes } from 'node:crypto'
import { bcrypt } from 'hash-wasm'
import { expect, newName, test } from './journey.ts'

test('a member of a former forum signs in with their password', { tag: '@all' }, async ({ page, sql }) => {
  const { username, email, password } = newName('former')
  const digest = createHash('sha512').update(password).digest('hex').slice(0, 72)
  const hash = await bcrypt({ password: digest, salt: randomBytes(16), costFactor: 4, outputType: 'encoded' })
  await sql(
    `with member as (insert into users (username, email, email_verified) values ($1, $2, true) returning id)
     insert into accounts (user_id, account_id, provider_id, password) select id, id, 'credential', $3 from member`,
    [username, email, `import:nodebb${hash}`],
  )
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/')
  const { rows } = await sql(
    'select a.password from accounts a join users u on u.id = a.user_id where u.email = $1',
    [email],
  )
  expect(rows[0]?.password).not.toMatch(/^import:/)
})
