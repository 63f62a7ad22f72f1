import { expectAccessible } from './accessible.ts'
import { expect } from './journey.ts'
import { test } from './own-forum.ts'

// Chromium logs refused requests as console errors, which this test expects.
test.use({ expected: [/Failed to load resource/] })

test('an admin creates a webhook on a phone, tests it, and reads why the delivery failed', {
  tag: '@all',
}, async ({ newMember, sql }) => {
  const { page, member } = await newMember('ada')
  await sql("insert into user_roles (user_id, role) select id, 'admin' from profiles where username = $1", [
    member.username,
  ])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/manage/webhooks')
  const create = page.getByRole('button', { name: 'Create webhook' })
  await create.click()
  await expect(page.getByText('Enter an address that begins with “https://”.')).toBeVisible()
  await page.getByLabel('Address').fill('https://10.0.0.1/hook')
  await create.click()
  await expect(page.getByText('Choose at least one event.')).toBeVisible()
  await page.getByLabel('Member joined').check()
  await create.click()
  await expect(page.getByText('The address must be public.')).toBeVisible()
  await expect(page.getByLabel('Address')).toBeFocused()
  await expect(page.getByLabel('Member joined')).toBeChecked()
  await page.getByLabel('Address').fill('https://receiver.invalid/hook')
  await page.getByLabel('Description').fill('Chat of the team')
  await create.click()
  const secret = page.getByRole('region', { name: 'Signing secret' })
  await expect(secret).toContainText('whsec_')
  await expectAccessible(page)
  await secret.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect(secret).toBeHidden()

  const webhook = page.getByRole('list', { name: 'Your webhooks' }).getByRole('listitem').first()
  await expect(webhook).toContainText('https://receiver.invalid/hook')
  await webhook.getByRole('button', { name: 'Deliveries' }).click()
  await expect(webhook).toContainText('No deliveries in the last 30 days.')
  await webhook.getByRole('button', { name: 'Send test' }).click()
  const delivery = page.getByRole('list', { name: 'Deliveries of Chat of the team' }).getByRole('listitem')
  await expect(delivery).toContainText('Failed, will be retried', { timeout: 20_000 })
  await expect(delivery).toContainText('receiver.invalid')
  await expectAccessible(page)
  await delivery.getByRole('button', { name: 'Send again: Test' }).click()
  await expect(page.getByText('Delivery queued')).toBeVisible()

  await webhook.getByRole('button', { name: 'Switch off' }).click()
  await expect(webhook.getByText('Off', { exact: true })).toBeVisible()
  await webhook.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No webhooks yet.')).toBeVisible()
  await page.goto('/manage')
  await expect(page.getByRole('list', { name: 'Changes', exact: true })).toContainText('receiver.invalid')
})
