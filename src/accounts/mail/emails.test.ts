import { expect, test } from 'vitest'
import { signUpNotificationEmail } from './emails.ts'

test('the staff is led to where a member who has not verified their address is found', () => {
  const house = { product: 'Threshold', name: 'The Threshold', url: 'https://forum.example' }
  const { text } = signUpNotificationEmail(house, 'staff@forum.example', {
    email: 'kim@a.org',
    username: 'kim_x-1',
  })
  expect(text).toContain('https://forum.example/user-management?search=kim_x-1')
  expect(text).not.toContain('/profile/')
})
